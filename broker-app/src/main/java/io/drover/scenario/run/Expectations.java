package io.drover.scenario.run;

import io.drover.fleet.Agent;
import io.drover.lease.Lease;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import io.drover.placement.PlacementDecision.Unbrokered;
import io.drover.placement.TokenForm;
import io.drover.policy.Verdict;
import io.drover.scenario.AgentCondition;
import io.drover.scenario.Expectation;
import io.drover.scenario.Invariant;
import io.drover.scenario.When.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds expectations against what happened. Each check says what is wrong, or nothing. */
final class Expectations {

    private static final double EXACTLY = 1e-9;
    private static final double MILLISECOND = 0.001;

    private final World world;
    private final TokenForm form;

    Expectations(World world, TokenForm form) {
        this.world = world;
        this.form = form;
    }

    Optional<String> check(Expectation.OfAnswer expected, Answer answer, Endpoint endpoint, Instant now) {
        return Optional.ofNullable(wrong(expected, answer, endpoint, now));
    }

    private @Nullable String wrong(Expectation.OfAnswer expected, Answer answer, Endpoint endpoint, Instant now) {
        if (expected instanceof Expectation.OnAgent on) {
            return on.agents().contains(agentOf(answer)) ? null : differs("agent", one(on.agents()), got(answer));
        } else if (expected instanceof Expectation.NotOnAgent not) {
            boolean elsewhere = answer.placed().isPresent() && !not.agents().contains(agentOf(answer));
            return elsewhere ? null : differs("agent", "none of " + one(not.agents()), got(answer));
        } else if (expected instanceof Expectation.ForReason reason) {
            return compare("reason", reason.reason().text(), reasonOf(answer), answer);
        } else if (expected instanceof Expectation.Refused refused) {
            boolean same = answer.decision() instanceof Refused is && is.code().equals(refused.code());
            return same ? null : differs("refused", refused.code(), got(answer));
        } else if (expected instanceof Expectation.Reconnect reconnect) {
            return compare("reconnect", String.valueOf(reconnect.reconnect()), reconnects(answer), answer);
        } else if (expected instanceof Expectation.InFarm farm) {
            return compare("farm", farm.farm(), answer.farmId(), answer);
        } else if (expected instanceof Expectation.ForResource resource) {
            return compare("resource", resource.resource(), answer.resourceId(), answer);
        } else if (expected instanceof Expectation.Unbrokered unbrokered) {
            boolean is = answer.decision() instanceof Unbrokered;
            return is == unbrokered.unbrokered()
                    ? null
                    : differs("unbrokered", unbrokered.unbrokered() + "", got(answer));
        } else if (expected instanceof Expectation.Tokens tokens) {
            return tokens(tokens, answer, endpoint);
        } else if (expected instanceof Expectation.LeaseIs lease) {
            return lease(lease, answer, now);
        }
        return wrongReasoning(expected, answer);
    }

    private @Nullable String wrongReasoning(Expectation.OfAnswer expected, Answer answer) {
        if (expected instanceof Expectation.Score score) {
            return score(score, answer);
        } else if (expected instanceof Expectation.Excluded excluded) {
            Set<String> codes = answer.excluded().getOrDefault(excluded.agent(), Set.of());
            return codes.containsAll(excluded.reasons())
                    ? null
                    : differs("excluded " + excluded.agent(), sorted(excluded.reasons()), sorted(codes));
        } else if (expected instanceof Expectation.ExcludedExactly exactly) {
            return excludedExactly(exactly, answer);
        } else if (expected instanceof Expectation.RulesFired fired) {
            return answer.firedRules().containsAll(fired.rules())
                    ? null
                    : differs("rules", sorted(fired.rules()), sorted(answer.firedRules()));
        } else if (expected instanceof Expectation.RulesNotFired not) {
            Set<String> wrongly = new TreeSet<>(not.rules());
            wrongly.retainAll(answer.firedRules());
            return wrongly.isEmpty() ? null : differs("not_rules", "not fired", wrongly + " fired");
        } else if (expected instanceof Expectation.Notes notes) {
            return answer.notes().containsAll(notes.notes())
                    ? null
                    : differs("notes", sorted(notes.notes()), String.valueOf(answer.notes()));
        }
        throw new IllegalStateException("no check for " + expected);
    }

    private @Nullable String excludedExactly(Expectation.ExcludedExactly exactly, Answer answer) {
        Map<String, Set<String>> actual = new TreeMap<>(answer.excluded());
        actual.entrySet()
                .removeIf(e -> e.getValue().contains("not-a-member")
                        && !exactly.reasons().containsKey(e.getKey()));
        Map<String, Set<String>> wanted = new TreeMap<>(exactly.reasons());
        return actual.equals(wanted) ? null : differs("excluded_exactly", wanted.toString(), actual.toString());
    }

    private @Nullable String score(Expectation.Score score, Answer answer) {
        Double actual = answer.scores(world.strategy(answer.farmId())).get(score.agent());
        return actual != null && Math.abs(actual - score.score()) < EXACTLY
                ? null
                : differs(
                        "score of " + score.agent(),
                        Why.number(score.score()),
                        actual == null ? "none, it is not in the farm" : Why.number(actual));
    }

    private @Nullable String tokens(Expectation.Tokens expected, Answer answer, Endpoint endpoint) {
        Map<String, String> actual = answer.placed()
                .<Map<String, String>>map(p -> endpoint == Endpoint.TOKENS ? form.of(p) : p.tokens())
                .orElse(Map.of());
        boolean right = expected.exactly()
                ? actual.equals(expected.tokens())
                : actual.entrySet().containsAll(expected.tokens().entrySet());
        return right
                ? null
                : differs("tokens", new TreeMap<>(expected.tokens()).toString(), new TreeMap<>(actual).toString());
    }

    private @Nullable String lease(Expectation.LeaseIs expected, Answer answer, Instant now) {
        Placed placed = answer.placed().orElse(null);
        if (placed == null) {
            return differs("lease", "one", got(answer));
        }
        Optional<Lease> stored = world.leases().current().stream()
                .filter(l ->
                        l.agentId().equals(placed.agentId()) && l.expiresAt().equals(placed.leaseExpires()))
                .findFirst();
        if (stored.isEmpty()) {
            return "lease: the answer names one on " + placed.agentId() + " that is not stored";
        }
        String agent = expected.agent();
        if (agent != null && !agent.equals(placed.agentId())) {
            return differs("lease.agent", agent, placed.agentId());
        }
        Double expiresIn = expected.expiresIn();
        double left = Duration.between(now, placed.leaseExpires()).toMillis() / 1000.0;
        return expiresIn == null || Math.abs(left - expiresIn) < MILLISECOND
                ? null
                : differs("lease.expires_in", Why.number(expiresIn), Why.number(left));
    }

    Optional<String> check(Expectation.OfState expected) {
        if (expected instanceof Expectation.LeaseCount count) {
            int actual = world.leases().current().size();
            return actual == count.count()
                    ? Optional.empty()
                    : Optional.of(differs("leases", String.valueOf(count.count()), String.valueOf(actual)));
        }
        Expectation.Commands wanted = (Expectation.Commands) expected;
        List<String> told = world.commands(wanted.agent());
        return told.equals(wanted.commands())
                ? Optional.empty()
                : Optional.of(
                        differs("commands." + wanted.agent(), wanted.commands().toString(), told.toString()));
    }

    Optional<String> check(Expectation.OfBurst expected, List<Answer> answers) {
        Map<String, Integer> counts = new HashMap<>();
        answers.forEach(a -> a.placed().ifPresent(p -> counts.merge(p.agentId(), 1, Integer::sum)));
        return Optional.ofNullable(wrong(expected, answers, counts));
    }

    private @Nullable String wrong(Expectation.OfBurst expected, List<Answer> answers, Map<String, Integer> counts) {
        if (expected instanceof Expectation.PerAgent per) {
            boolean right = per.counts().entrySet().stream()
                    .allMatch(e -> Math.abs(counts.getOrDefault(e.getKey(), 0) - e.getValue()) <= per.tolerance());
            return right
                    ? null
                    : differs("per_agent", new TreeMap<>(per.counts()) + " ± " + per.tolerance(), sortedCounts(counts));
        } else if (expected instanceof Expectation.SpreadAtMost spread) {
            int actual = spread(answers, counts);
            return actual <= spread.spread()
                    ? null
                    : differs("spread_at_most", spread.spread() + "", actual + ", " + sortedCounts(counts));
        } else if (expected instanceof Expectation.ShareAtMost share) {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            int most =
                    counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            return all > 0 && (double) most / all <= share.share()
                    ? null
                    : differs("share_at_most", share.share() + "", sortedCounts(counts));
        } else if (expected instanceof Expectation.NeverOn never) {
            Set<String> wrongly = new TreeSet<>(counts.keySet());
            wrongly.removeIf(id -> !fits(never.agents(), id));
            return wrongly.isEmpty() ? null : differs("never_on", "nobody", sortedCounts(counts));
        }
        throw new IllegalStateException("no check for " + expected);
    }

    private static int spread(List<Answer> answers, Map<String, Integer> counts) {
        Set<String> could = new HashSet<>(counts.keySet());
        for (Answer answer : answers) {
            for (Verdict verdict : answer.verdicts()) {
                if (verdict.takesNewSessions(answer.farmId())) {
                    could.add(verdict.agent().id());
                }
            }
        }
        int most =
                could.stream().mapToInt(id -> counts.getOrDefault(id, 0)).max().orElse(0);
        int fewest =
                could.stream().mapToInt(id -> counts.getOrDefault(id, 0)).min().orElse(0);
        return most - fewest;
    }

    Optional<String> check(Invariant invariant, Answer answer) {
        if (invariant instanceof Invariant.NeverOn never) {
            String agent = agentOf(answer);
            return agent.isEmpty() || !fits(never.agents(), agent)
                    ? Optional.empty()
                    : Optional.of("invariant never_on: the user is on " + agent);
        }
        return refusalHasReason(answer.decision(), answer)
                ? Optional.empty()
                : Optional.of("invariant refusal_has_reason: " + got(answer) + " names no host's reason");
    }

    private static boolean refusalHasReason(PlacementDecision decision, Answer answer) {
        return !(decision instanceof Refused refused)
                || !refused.code().equals("no_eligible_host")
                || !refused.excluded().isEmpty()
                || answer.verdicts().stream().noneMatch(answer::isMember);
    }

    private boolean fits(AgentCondition condition, String agentId) {
        Agent agent = world.agent(agentId);
        return agent != null
                && (!condition.agents().isPresent()
                        || condition.agents().orElse(Set.of()).contains(agentId))
                && (!condition.mode().isPresent()
                        || agent.mode() == condition.mode().orNull())
                && (!condition.quarantined().isPresent()
                        || condition.quarantined().orElse(false) == agent.quarantined())
                && (!condition.zone().isPresent() || condition.zone().orElse("").equals(agent.zone()))
                && agent.tags()
                        .entrySet()
                        .containsAll(condition.tags().orElse(Map.of()).entrySet());
    }

    private static @Nullable String compare(String what, String expected, String actual, Answer answer) {
        if (expected.equals(actual)) {
            return null;
        }
        return differs(what, quoted(expected), quoted(actual) + " (" + got(answer) + ")");
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "none" : text;
    }

    private static String agentOf(Answer answer) {
        return answer.placed().map(Placed::agentId).orElse("");
    }

    private static String reasonOf(Answer answer) {
        return answer.placed().map(p -> p.reason().text()).orElse("");
    }

    private static String reconnects(Answer answer) {
        return answer.placed().map(p -> String.valueOf(p.reason().reconnect())).orElse("");
    }

    private static String got(Answer answer) {
        if (answer.decision() instanceof Placed placed) {
            return placed.agentId() + ", " + placed.reason().text();
        } else if (answer.decision() instanceof Refused refused) {
            return "refused: " + refused.code() + (refused.excluded().isEmpty() ? "" : " " + refused.excluded());
        }
        return "unbrokered";
    }

    private static String differs(String what, String expected, String actual) {
        return what + ": expected " + expected + ", got " + actual;
    }

    private static String one(Set<String> ids) {
        return ids.stream().sorted().collect(Collectors.joining(" or "));
    }

    private static String sorted(Set<String> words) {
        return words.isEmpty() ? "nothing" : new TreeSet<>(words).toString();
    }

    private static String sortedCounts(Map<String, Integer> counts) {
        return new TreeMap<>(counts).toString();
    }
}
