/** The vocabulary of the rules. Everything that a .drl file may name is here, and nothing else. */
@NullMarked
package io.drover.policy.fact;

import org.jspecify.annotations.NullMarked;
