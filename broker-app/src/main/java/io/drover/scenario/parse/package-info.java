/** Reads suite and fleet files strictly: whatever is not understood is a problem with a place, a reason and a hint. */
@NullMarked
package io.drover.scenario.parse;

import org.jspecify.annotations.NullMarked;
