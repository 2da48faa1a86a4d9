package io.drover.scenario;

/** What holds after every decision of a suite. */
public sealed interface Invariant {

    /** Where the file says so. */
    Position position();

    /**
     * Nobody is placed on such an agent.
     *
     * @param position where the file says so
     * @param agents which agents
     */
    record NeverOn(Position position, AgentCondition agents) implements Invariant {}

    /**
     * A refusal names at least one host's reason, or the farm or resource that is missing.
     *
     * @param position where the file says so
     */
    record RefusalHasReason(Position position) implements Invariant {}
}
