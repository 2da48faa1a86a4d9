/** What came of a run of suites, for people and for machines. */
@NullMarked
package io.drover.scenario.report;

import org.jspecify.annotations.NullMarked;
