/** Decision records: why each user was sent where. */
@NullMarked
package io.drover.decision;

import org.jspecify.annotations.NullMarked;
