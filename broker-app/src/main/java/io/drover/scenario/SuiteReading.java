package io.drover.scenario;

import java.util.List;

/** What came of reading a suite file. */
public sealed interface SuiteReading {

    /** The file is right. */
    record Good(Suite suite) implements SuiteReading {}

    /** The file is wrong; every problem found in it and its fleet, in the order of the lines, at least one. */
    record Bad(List<Problem> problems) implements SuiteReading {

        public Bad {
            problems = List.copyOf(problems);
        }
    }
}
