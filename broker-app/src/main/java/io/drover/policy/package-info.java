/** The placement policy: what it is asked, what it answers, and the life cycle of its rules. */
@NullMarked
package io.drover.policy;

import org.jspecify.annotations.NullMarked;
