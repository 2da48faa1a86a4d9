/** What happened to a fleet as its clients saw it, and what of it must not have: facts in, violations out. */
@NullMarked
package io.drover.benchmarks.history;

import org.jspecify.annotations.NullMarked;
