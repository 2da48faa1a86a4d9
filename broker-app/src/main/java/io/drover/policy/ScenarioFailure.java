package io.drover.policy;

/**
 * One thing in a suite that rules did not do as expected, or that is wrong with the suite itself.
 *
 * @param scenario the scenario's name, empty when the suite itself is wrong
 * @param file the suite, as {@code config.yml} leads to it
 * @param line from 1, 0 when unknown
 * @param message expected and actual, one sentence
 * @param why how the decision came about, several lines; empty when none was made
 */
public record ScenarioFailure(String scenario, String file, int line, String message, String why) {

    @Override
    public String toString() {
        String where = line > 0 ? file + ":" + line : file;
        return scenario.isEmpty() ? where + ": " + message : where + ": \"" + scenario + "\": " + message;
    }
}
