package io.drover.policy.report;

import java.util.stream.Collectors;

/** The report as workflow commands of GitHub Actions. */
final class GithubReport {

    private GithubReport() {}

    static String write(RuleReport report) {
        return report.findings().stream().map(GithubReport::command).collect(Collectors.joining());
    }

    private static String command(Finding finding) {
        return "::error file=%s,line=%d,col=%d,title=%s::%s\n"
                .formatted(
                        property(finding.path()),
                        finding.line(),
                        finding.column(),
                        property(finding.lint()),
                        text(finding.sentence()));
    }

    private static String text(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return text(text).replace(":", "%3A").replace(",", "%2C");
    }
}
