/** How well scenarios hold rules: which fired, which decided, and which mistakes in them would be noticed. */
@NullMarked
package io.drover.scenario.coverage;

import org.jspecify.annotations.NullMarked;
