/** The live fleet of a broker, written as a fleet file that suites read. */
@NullMarked
package io.drover.scenario.snapshot;

import org.jspecify.annotations.NullMarked;
