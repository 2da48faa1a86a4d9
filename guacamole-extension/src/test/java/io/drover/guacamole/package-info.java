/** The extension as Guacamole uses it, with a real broker behind it and a guacd that connects to nothing. */
@NullMarked
package io.drover.guacamole;

import org.jspecify.annotations.NullMarked;
