package io.drover.benchmarks.history;

/**
 * How many users an instance took to be on their way to a host.
 *
 * @param underWay how many were placed there and not seen yet
 */
public record HostCount(Span span, int broker, String host, int underWay) {}
