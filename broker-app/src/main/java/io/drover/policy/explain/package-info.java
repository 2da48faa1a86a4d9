/** Tells why rules said nothing. */
@NullMarked
package io.drover.policy.explain;

import org.jspecify.annotations.NullMarked;
