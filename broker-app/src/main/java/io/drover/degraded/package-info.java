/** What the broker does for a while when its database is away, for those who want it to. */
@NullMarked
package io.drover.degraded;

import org.jspecify.annotations.NullMarked;
