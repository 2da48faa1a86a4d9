/** Who may call what. */
@NullMarked
package io.drover.auth;

import org.jspecify.annotations.NullMarked;
