package io.drover.policy.report;

import java.util.stream.Collectors;

/** The report for people. */
final class TextReport {

    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String DIM = "\u001b[2m";
    private static final String PLAIN = "\u001b[0m";

    private final boolean colours;

    TextReport(boolean colours) {
        this.colours = colours;
    }

    String write(RuleReport report) {
        if (report.findings().isEmpty()) {
            return "";
        }
        return report.findings().stream().map(this::finding).collect(Collectors.joining()) + summary(report);
    }

    private String finding(Finding finding) {
        String place = finding.path() + ":" + finding.line() + ":" + finding.column();
        String hint = finding.hint().isEmpty() ? "" : "; " + finding.hint();
        return in(BOLD, place) + ": " + in(RED, finding.message()) + hint + " [" + finding.lint() + "]\n"
                + excerpt(finding);
    }

    private String excerpt(Finding finding) {
        String text = finding.text();
        if (text.isBlank()) {
            return "";
        }
        String number = String.valueOf(finding.line());
        String before = text.substring(0, Math.min(finding.column() - 1, text.length()));
        return "    " + in(DIM, number + " |") + " " + text.stripTrailing() + "\n"
                + "    " + in(DIM, " ".repeat(number.length()) + " |") + " " + before.replaceAll("[^\t]", " ")
                + in(RED, "^") + "\n";
    }

    private static String summary(RuleReport report) {
        int findings = report.findings().size();
        int files = report.paths().size();
        return "%n%d %s in %d of %d %s; docs/reference/lint explains each by its id%n"
                .formatted(
                        findings,
                        findings == 1 ? "finding" : "findings",
                        report.filesWithFindings(),
                        files,
                        files == 1 ? "file" : "files");
    }

    private String in(String colour, String text) {
        return colours ? colour + text + PLAIN : text;
    }
}
