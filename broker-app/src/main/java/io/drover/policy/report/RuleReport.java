package io.drover.policy.report;

import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a check of rules found.
 *
 * @param revision names the text that was checked
 * @param paths the files that were checked, as the reader knows them, in order
 * @param findings what is wrong, in the order of files and lines; empty when all is well
 */
public record RuleReport(String revision, List<String> paths, List<Finding> findings) {

    public RuleReport {
        paths = List.copyOf(paths);
        findings = List.copyOf(findings);
    }

    /**
     * @param problems what is wrong with them
     * @param path how the reader knows a file; of the empty name, the folder
     */
    public static RuleReport of(RuleSource source, List<RuleProblem> problems, UnaryOperator<String> path) {
        return new RuleReport(
                source.revision(),
                source.files().keySet().stream().map(path).toList(),
                problems.stream()
                        .map(problem -> finding(problem, path.apply(problem.file()), source))
                        .toList());
    }

    private static Finding finding(RuleProblem problem, String path, RuleSource source) {
        String text = source.files().getOrDefault(problem.file(), "");
        String line =
                text.lines().skip(Math.max(0, problem.line() - 1L)).findFirst().orElse("");
        return new Finding(
                path, problem.line(), problem.column(), problem.lint(), problem.message(), problem.hint(), line);
    }

    /** How many files have something wrong in them. */
    long filesWithFindings() {
        return findings.stream().map(Finding::path).distinct().count();
    }
}
