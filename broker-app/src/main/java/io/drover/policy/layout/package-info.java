/** How a rule file is laid out: its lines, indents and blanks, and nothing else of it. */
@NullMarked
package io.drover.policy.layout;

import org.jspecify.annotations.NullMarked;
