package io.drover.policy.report;

import java.util.Locale;

/** How a report is written. */
public enum ReportFormat {
    /**
     * For people: the place, what is wrong, a hint, and the line with a mark under the place. Nothing when all is well.
     */
    TEXT,
    /** For scripts. */
    JSON,
    /** JUnit's XML, which build servers show: one test for each file. */
    JUNIT,
    /** Workflow commands that GitHub shows beside the changed lines. Nothing when all is well. */
    GITHUB,
    /** SARIF 2.1.0, which code scanners and editors read. */
    SARIF;

    /**
     * The report as text that ends with a line end, or is empty.
     *
     * @param version of Drover
     * @param colours whether text may have colours
     */
    public String write(RuleReport report, String version, boolean colours) {
        return switch (this) {
            case TEXT -> new TextReport(colours).write(report);
            case JSON -> JsonReport.write(report);
            case JUNIT -> JUnitReport.write(report);
            case GITHUB -> GithubReport.write(report);
            case SARIF -> SarifReport.write(report, version);
        };
    }

    /** The word for it on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
