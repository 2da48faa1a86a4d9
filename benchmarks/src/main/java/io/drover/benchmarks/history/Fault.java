package io.drover.benchmarks.history;

/**
 * An answer that only a bug gives, or that is no answer to the question.
 *
 * @param answer the status and the body
 */
public record Fault(Span span, int broker, String request, String answer) {}
