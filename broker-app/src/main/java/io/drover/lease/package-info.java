/** The durable lease: one user, one farm, one host, for a while. */
@NullMarked
package io.drover.lease;

import org.jspecify.annotations.NullMarked;
