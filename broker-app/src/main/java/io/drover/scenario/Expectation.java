package io.drover.scenario;

import io.drover.policy.fact.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One thing that a step expects. */
public sealed interface Expectation {

    /** Where the file says so. */
    Position position();

    /** Expected of the answer to one request. */
    sealed interface OfAnswer extends Expectation {}

    /** Expected of the answers to a burst. */
    sealed interface OfBurst extends Expectation {}

    /** Expected of the state after the step, whatever was asked. */
    sealed interface OfState extends Expectation {}

    /** The user is placed on one of these agents. */
    record OnAgent(Position position, Set<String> agents) implements OfAnswer {}

    /** The user is placed, on none of these agents. */
    record NotOnAgent(Position position, Set<String> agents) implements OfAnswer {}

    /** Why this host. */
    record ForReason(Position position, Reason reason) implements OfAnswer {}

    /** The request is refused with this code, and nothing is placed. */
    record Refused(Position position, String code) implements OfAnswer {}

    /** What the answer's {@code reconnect} says. */
    record Reconnect(Position position, boolean reconnect) implements OfAnswer {}

    /** The farm that served; empty for the whole fleet. */
    record InFarm(Position position, String farm) implements OfAnswer {}

    /** The resource that was resolved; empty for none. */
    record ForResource(Position position, String resource) implements OfAnswer {}

    /** An agent's score. */
    record Score(Position position, String agent, double score) implements OfAnswer {}

    /** An agent is excluded, and all these reasons are among its reasons. */
    record Excluded(Position position, String agent, Set<String> reasons) implements OfAnswer {}

    /** These agents are excluded for just these reasons, and no other member of the farm is excluded. */
    record ExcludedExactly(Position position, Map<String, Set<String>> reasons) implements OfAnswer {}

    /** Rules that fired, by id. */
    record RulesFired(Position position, Set<String> rules) implements OfAnswer {}

    /** Rules that did not fire, by id. */
    record RulesNotFired(Position position, Set<String> rules) implements OfAnswer {}

    /** Notes that the decision carries. */
    record Notes(Position position, Set<String> notes) implements OfAnswer {}

    /**
     * The lease that the answer stands on.
     *
     * @param position where the file says so
     * @param agent its host; null when not expected
     * @param expiresIn seconds from the step; null when not expected
     */
    record LeaseIs(
            Position position,
            @Nullable String agent,
            @Nullable Double expiresIn) implements OfAnswer {}

    /** Tokens of the answer: among all, or exactly all. */
    record Tokens(Position position, Map<String, String> tokens, boolean exactly) implements OfAnswer {}

    /** Whether the tokens form leaves the connection alone: an empty answer, nothing placed. */
    record Unbrokered(Position position, boolean unbrokered) implements OfAnswer {}

    /** How many unexpired leases there are. */
    record LeaseCount(Position position, int count) implements OfState {}

    /** The commands that an agent would be told now, all of them, in order. */
    record Commands(Position position, String agent, List<String> commands) implements OfState {}

    /** Placements per agent, each within the tolerance. */
    record PerAgent(Position position, Map<String, Integer> counts, int tolerance) implements OfBurst {}

    /** The most minus the fewest placements of an agent, over the agents that got or could get any. */
    record SpreadAtMost(Position position, int spread) implements OfBurst {}

    /** The largest part, 0 to 1, of the placements that one agent got. */
    record ShareAtMost(Position position, double share) implements OfBurst {}

    /** Nobody of the burst is placed on such an agent. */
    record NeverOn(Position position, AgentCondition agents) implements OfBurst {}
}
