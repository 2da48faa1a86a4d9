/** What gateways report of placements, and what they may publish. */
@NullMarked
package io.drover.gateway;

import org.jspecify.annotations.NullMarked;
