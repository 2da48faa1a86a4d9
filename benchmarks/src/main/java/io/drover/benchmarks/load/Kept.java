package io.drover.benchmarks.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A report as it is kept in a file: with what was measured, and on what.
 *
 * @param report an object; its fields stand beside {@code surroundings}
 */
record Kept<T>(Surroundings surroundings, @JsonUnwrapped T report) {}
