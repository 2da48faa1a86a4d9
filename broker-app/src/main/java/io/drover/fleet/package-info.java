/** Farms, agents and their heartbeats, and the in-memory view of them that every broker instance keeps. */
@NullMarked
package io.drover.fleet;

import org.jspecify.annotations.NullMarked;
