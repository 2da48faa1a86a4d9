/**
 * The vocabulary of the rules. Everything that a .drl file may name is here, and nothing else.
 *
 * <p>Properties carry the names that they have in JSON and YAML, so that a word is spelled one way everywhere; hence
 * the underscores in the getters. Facts never change: what is new is told by a new fact.
 */
@NullMarked
package io.drover.policy.fact;

import org.jspecify.annotations.NullMarked;
