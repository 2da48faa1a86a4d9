/** The only package that knows Drools. */
@NullMarked
package io.drover.policy.engine;

import org.jspecify.annotations.NullMarked;
