package io.drover.scenario.run;

import io.drover.lease.Lease;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import io.drover.placement.PlacementDecision.Unbrokered;
import io.drover.placement.TokenForm;
import io.drover.scenario.Expectation;
import io.drover.scenario.Invariant;
import io.drover.scenario.When.Endpoint;
import io.drover.scenario.parse.Nearest;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Holds expectations against what happened. Each check says what is wrong, or nothing. */
final class Expectations {

    private static final double EXACTLY = 1e-9;
    private static final double MILLISECOND = 0.001;

    private final World world;
    private final TokenForm form;
    private final Set<String> knownRules;

    Expectations(World world, TokenForm form, Set<String> knownRules) {
        this.world = world;
        this.form = form;
        this.knownRules = knownRules;
    }

    Optional<String> check(Expectation.OfAnswer expected, Answer answer, Endpoint endpoint, Instant now) {
        return Optional.ofNullable(wrong(expected, answer, endpoint, now));
    }

    private @Nullable String wrong(Expectation.OfAnswer expected, Answer answer, Endpoint endpoint, Instant now) {
        if (expected instanceof Expectation.OnAgent on) {
            return on.agents().contains(agentOf(answer)) ? null : differs("agent", one(on.agents()), answer.shortly());
        } else if (expected instanceof Expectation.NotOnAgent not) {
            boolean elsewhere = answer.placed().isPresent() && !not.agents().contains(agentOf(answer));
            return elsewhere ? null : differs("agent", "none of " + one(not.agents()), answer.shortly());
        } else if (expected instanceof Expectation.ForReason reason) {
            return compare("reason", reason.reason().text(), reasonOf(answer), answer);
        } else if (expected instanceof Expectation.Refused refused) {
            boolean same = answer.decision() instanceof Refused is && is.code().equals(refused.code());
            return same ? null : differs("refused", refused.code(), answer.shortly());
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
                    : differs("unbrokered", unbrokered.unbrokered() + "", answer.shortly());
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
            return rules(fired, answer);
        } else if (expected instanceof Expectation.RulesNotFired not) {
            return notRules(not, answer);
        } else if (expected instanceof Expectation.Notes notes) {
            return answer.notes().containsAll(notes.notes())
                    ? null
                    : differs("notes", sorted(notes.notes()), String.valueOf(answer.notes()));
        }
        throw new IllegalStateException("no check for " + expected);
    }

    private @Nullable String rules(Expectation.RulesFired expected, Answer answer) {
        Set<String> missing = new TreeSet<>(expected.rules());
        missing.removeAll(answer.firedRules());
        return missing.isEmpty()
                ? null
                : unknown("rules", missing)
                        .orElseGet(() -> "rules: did not fire: " + String.join(", ", missing) + "; fired: "
                                + words(answer.firedRules()));
    }

    private @Nullable String notRules(Expectation.RulesNotFired expected, Answer answer) {
        Set<String> wrongly = new TreeSet<>(expected.rules());
        wrongly.retainAll(answer.firedRules());
        return wrongly.isEmpty()
                ? unknown("not_rules", expected.rules()).orElse(null)
                : "not_rules: fired: " + String.join(", ", wrongly);
    }

    /** A rule that is not there can never fire: nothing that is expected of it means anything. */
    private Optional<String> unknown(String key, Set<String> ids) {
        return ids.stream()
                .filter(id -> !knownRules.contains(id))
                .sorted()
                .findFirst()
                .map(id -> Stream.of(key + ": there is no rule " + id, Nearest.hint(id, knownRules))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")));
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
                        number(score.score()),
                        actual == null ? "none, it is not in the farm" : number(actual));
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
            return differs("lease", "one", answer.shortly());
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
                : differs("lease.expires_in", number(expiresIn), number(left));
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

    Optional<String> check(Invariant invariant, Answer answer) {
        if (invariant instanceof Invariant.NeverOn never) {
            String agent = agentOf(answer);
            return agent.isEmpty() || !world.fits(never.agents(), agent)
                    ? Optional.empty()
                    : Optional.of("invariant never_on: the user is on " + agent);
        }
        return refusalHasReason(answer.decision(), answer)
                ? Optional.empty()
                : Optional.of("invariant refusal_has_reason: " + answer.shortly() + " names no host's reason");
    }

    private static boolean refusalHasReason(PlacementDecision decision, Answer answer) {
        return !(decision instanceof Refused refused)
                || !refused.code().equals("no_eligible_host")
                || !refused.excluded().isEmpty()
                || answer.verdicts().stream().noneMatch(answer::isMember);
    }

    private static @Nullable String compare(String what, String expected, String actual, Answer answer) {
        if (expected.equals(actual)) {
            return null;
        }
        return differs(what, quoted(expected), quoted(actual) + " (" + answer.shortly() + ")");
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

    static String differs(String what, String expected, String actual) {
        return what + ": expected " + expected + ", got " + actual;
    }

    private static String one(Set<String> ids) {
        return ids.stream().sorted().collect(Collectors.joining(" or "));
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String words(Set<String> words) {
        return words.isEmpty() ? "none" : String.join(", ", new TreeSet<>(words));
    }

    private static String sorted(Set<String> words) {
        return words.isEmpty() ? "nothing" : new TreeSet<>(words).toString();
    }
}
