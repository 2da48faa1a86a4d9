/** A request becomes a decision, and a decision becomes a lease. */
@NullMarked
package io.drover.placement;

import org.jspecify.annotations.NullMarked;
