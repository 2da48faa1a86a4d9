package io.drover.replay;

import io.drover.policy.Decision;
import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.fact.Reason;
import io.drover.replay.Change.End;
import io.drover.replay.Change.Kind;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares a decision with a candidate's on the same facts. */
final class Comparison {

    private final Side before;
    private final Side after;

    Comparison(Side before, Side after) {
        this.before = before;
        this.after = after;
    }

    /** What both rules said and decided. */
    record Side(Decision decision, Map<String, Verdict> verdicts) {}

    /**
     * What is different when a candidate answers a question that was decided before, null when nothing is.
     *
     * @param said what the rules before said of every host; asked for only when something is different
     */
    static @Nullable Change of(
            Decision before, Supplier<Map<String, Verdict>> said, PolicyEngine candidate, Question question) {
        try {
            Decision after = candidate.decide(question);
            return isSame(before, after)
                    ? null
                    : new Comparison(new Side(before, said.get()), new Side(after, byHost(candidate.verdicts())))
                            .change();
        } catch (PolicyFailedException failed) {
            return new Change(
                    Kind.NOW_FAILED,
                    String.valueOf(failed.getMessage()),
                    end(before.outcome(), whereKnown(said)),
                    new End("policy_failed", null));
        }
    }

    private static Map<String, Verdict> whereKnown(Supplier<Map<String, Verdict>> said) {
        try {
            return said.get();
        } catch (PolicyFailedException failed) {
            return Map.of();
        }
    }

    static Map<String, Verdict> byHost(Collection<Verdict> verdicts) {
        return verdicts.stream()
                .collect(Collectors.toMap(verdict -> verdict.agent().id(), Function.identity()));
    }

    /** Whether the same comes of both for the user. */
    static boolean isSame(Decision one, Decision other) {
        Outcome first = one.outcome();
        Outcome second = other.outcome();
        if (first instanceof Placed placed && second instanceof Placed elsewhere) {
            return placed.agentId().equals(elsewhere.agentId()) && placed.reason() == elsewhere.reason();
        }
        return first instanceof Refused refused
                && second instanceof Refused otherwise
                && refused.code().equals(otherwise.code());
    }

    /** The difference, which there must be. */
    Change change() {
        return new Change(kind(), cause(), end(before), end(after));
    }

    private Kind kind() {
        Placed was = placed(before);
        Placed is = placed(after);
        if (was == null) {
            return is == null ? Kind.OTHER_REFUSAL : Kind.NOW_PLACED;
        }
        if (is == null) {
            return Kind.NOW_REFUSED;
        }
        return was.agentId().equals(is.agentId()) ? Kind.OTHER_REASON : Kind.OTHER_HOST;
    }

    private static @Nullable Placed placed(Side side) {
        return side.decision.outcome() instanceof Placed placed ? placed : null;
    }

    /** The candidate was told of every host; the rules before may not be there to ask. */
    private End end(Side side) {
        return end(side.decision.outcome(), after.verdicts);
    }

    private static End end(Outcome outcome, Map<String, Verdict> hosts) {
        if (outcome instanceof Placed placed) {
            Verdict host = hosts.get(placed.agentId());
            String name = host == null ? placed.agentId() : host.agent().hostname();
            return new End(name + " (" + placed.reason().text() + ")", placed.agentId());
        }
        return new End(((Refused) outcome).code(), null);
    }

    private String cause() {
        if (!before.decision.farmId().equals(after.decision.farmId())
                || !before.decision.resourceId().equals(after.decision.resourceId())) {
            return "another farm or resource is meant: " + deciders(after);
        }
        Placed was = placed(before);
        Placed is = placed(after);
        return barred(was)
                .or(() -> opened(is))
                .or(() -> proposed(was, is))
                .or(() -> scored(was, is))
                .orElseGet(() -> otherwise(was, is));
    }

    private String otherwise(@Nullable Placed was, @Nullable Placed is) {
        return was != null && is != null
                ? "the pick among the best falls on another host"
                : "decided by " + deciders(after) + " instead of " + deciders(before);
    }

    /** The host that was chosen is barred by the candidate. */
    private Optional<String> barred(@Nullable Placed was) {
        return was == null
                ? Optional.empty()
                : new Reasons(after.decision, after.verdicts.get(was.agentId()), was.agentId())
                        .beyond(new Reasons(before.decision, before.verdicts.get(was.agentId()), was.agentId()))
                        .map(exclusion -> exclusion + " excludes");
    }

    /** The host that the candidate chooses was barred. */
    private Optional<String> opened(@Nullable Placed is) {
        return is == null
                ? Optional.empty()
                : new Reasons(before.decision, before.verdicts.get(is.agentId()), is.agentId())
                        .beyond(new Reasons(after.decision, after.verdicts.get(is.agentId()), is.agentId()))
                        .map(exclusion -> exclusion + " excludes no more");
    }

    private Optional<String> proposed(@Nullable Placed was, @Nullable Placed is) {
        if (was == null || is == null || was.reason() == is.reason()) {
            return Optional.empty();
        }
        Side returned = is.reason() == Reason.LOAD_BALANCE ? before : after;
        return Optional.of(was.reason().text() + " became " + is.reason().text() + ", by " + deciders(returned));
    }

    private Optional<String> scored(@Nullable Placed was, @Nullable Placed is) {
        if (was == null || is == null) {
            return Optional.empty();
        }
        return new ScoreShift(before.decision, before.verdicts)
                .against(new ScoreShift(after.decision, after.verdicts), was.agentId(), is.agentId())
                .map(term -> "score term " + term);
    }

    private static String deciders(Side side) {
        String rules = side.decision.rules().stream()
                .map(RuleRef::id)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return rules.isEmpty() ? "no rule" : rules;
    }
}
