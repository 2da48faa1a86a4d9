package io.drover.decision;

/**
 * What changed between two decisions.
 *
 * @param version the version of the fleet that the later decision saw
 * @param weight how many verdicts it keeps in memory that would be gone otherwise
 * @param verdicts the last one of each host that changed
 */
record Stretch(long version, int weight, Iterable<Judged> verdicts) {}
