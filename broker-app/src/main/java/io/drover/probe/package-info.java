/** Looks at the hosts' RDP ports, as a user's connection would. */
@NullMarked
package io.drover.probe;

import org.jspecify.annotations.NullMarked;
