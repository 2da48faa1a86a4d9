/** What agents are told to do: commands of operators, and the restart of drained hosts. */
@NullMarked
package io.drover.command;

import org.jspecify.annotations.NullMarked;
