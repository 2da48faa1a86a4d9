/** Other rules tried on decisions that were made: what would have been decided, and why not the same. */
@NullMarked
package io.drover.replay;

import org.jspecify.annotations.NullMarked;
