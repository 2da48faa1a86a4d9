/** Benchmarks of the policy engine. */
@NullMarked
package io.drover.benchmarks;

import org.jspecify.annotations.NullMarked;
