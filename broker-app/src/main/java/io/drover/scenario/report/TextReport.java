package io.drover.scenario.report;

import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Failure;
import io.drover.scenario.run.ScenarioResult.Status;
import java.io.PrintWriter;

/**
 * A line for each scenario, and below a failed one what was expected, what came, and why.
 *
 * @param colours whether terminal colours are used
 * @param failuresOnly whether scenarios that are as expected, or skipped, are left out
 */
public record TextReport(boolean colours, boolean failuresOnly) {

    private static final String GOOD = "32";
    private static final String BAD = "31";
    private static final String FAINT = "2";

    /** Prints the report, with the summary as its last line. */
    public void print(RunReport report, PrintWriter out) {
        report.results().stream()
                .filter(result -> !failuresOnly || result.status() == Status.FAILED)
                .forEach(result -> print(result, out));
        out.println(report.summary());
        out.flush();
    }

    private void print(ScenarioResult result, PrintWriter out) {
        String reason = result.skipReason().isEmpty() ? "" : " - " + result.skipReason();
        out.println(word(result.status()) + "  "
                + ink(FAINT, result.position().file() + ":" + result.position().line()) + "  " + result.name()
                + reason);
        for (int i = 0; i < result.failures().size(); i++) {
            Failure failure = result.failures().get(i);
            out.println("        " + failure.position() + ": " + ink(BAD, failure.message()));
            indent(failure.comparison(), out);
            boolean last = i + 1 == result.failures().size();
            if (last || !result.failures().get(i + 1).story().equals(failure.story())) {
                indent(failure.story(), out);
            }
        }
    }

    private static void indent(String text, PrintWriter out) {
        text.lines().forEach(line -> out.println(("            " + line).stripTrailing()));
    }

    private String word(Status status) {
        return switch (status) {
            case PASSED -> ink(GOOD, "ok") + "    ";
            case FAILED -> ink(BAD, "FAILED");
            case SKIPPED -> ink(FAINT, "skip") + "  ";
        };
    }

    private String ink(String code, String text) {
        return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
