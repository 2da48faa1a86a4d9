/** The verbs of the drover command. */
@NullMarked
package io.drover.cli;

import org.jspecify.annotations.NullMarked;
