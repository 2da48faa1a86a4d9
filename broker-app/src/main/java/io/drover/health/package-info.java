/** Whether the process is up, and whether it can place anybody. */
@NullMarked
package io.drover.health;

import org.jspecify.annotations.NullMarked;
