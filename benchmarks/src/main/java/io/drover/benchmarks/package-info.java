/** Measurements of the broker's parts; each is a program of its own. */
@NullMarked
package io.drover.benchmarks;

import org.jspecify.annotations.NullMarked;
