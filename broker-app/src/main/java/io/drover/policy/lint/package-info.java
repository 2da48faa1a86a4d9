/**
 * What a rule may be: reads rule files before they are compiled and refuses, with file, line and column, whatever is
 * not in the language of the policy. Rules are code; this is what keeps them from being any code.
 */
@NullMarked
package io.drover.policy.lint;

import org.jspecify.annotations.NullMarked;
