package io.drover.decision;

/**
 * What a {@link DecisionLog} has done since it was made.
 *
 * @param written decisions in the database
 * @param dropped decisions lost because too many waited, or the log was closed
 * @param refused decisions lost because the database refused what was in them
 * @param withoutHosts decisions written without what the rules said of the hosts
 * @param verdicts verdicts in the database
 * @param epochs epochs begun there
 * @param failures tries to write that failed and were, or will be, made again
 * @param waiting decisions that wait now
 */
public record DecisionLogCounts(
        long written,
        long dropped,
        long refused,
        long withoutHosts,
        long verdicts,
        long epochs,
        long failures,
        int waiting) {}
