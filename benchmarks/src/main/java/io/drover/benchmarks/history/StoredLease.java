package io.drover.benchmarks.history;

/**
 * A lease that the database holds at the end.
 *
 * @param ends when it ends, on the clock of the spans
 */
public record StoredLease(String person, String domain, String host, long ends) {}
