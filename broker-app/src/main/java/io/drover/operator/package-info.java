/** What operators do with a running broker from outside: over its HTTP API, with a key. */
@NullMarked
package io.drover.operator;

import org.jspecify.annotations.NullMarked;
