/** What became of the connections to hosts, as gateways report it. */
@NullMarked
package io.drover.connection;

import org.jspecify.annotations.NullMarked;
