/** Storms of logons on the real engine, in virtual time, and other ways to balance beside it. */
@NullMarked
package io.drover.simulate;

import org.jspecify.annotations.NullMarked;
