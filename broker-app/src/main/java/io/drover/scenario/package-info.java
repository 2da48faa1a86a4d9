/** Scenario suites: parser, runner, reports. */
@NullMarked
package io.drover.scenario;

import org.jspecify.annotations.NullMarked;
