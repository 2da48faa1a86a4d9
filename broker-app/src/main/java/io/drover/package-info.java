/** Drover: a connection broker whose placement policy is a folder of Drools rules. */
@NullMarked
package io.drover;

import org.jspecify.annotations.NullMarked;
