package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dropwizard.jackson.Jackson;
import io.drover.policy.RuleProblem;
import io.drover.scenario.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What keeps suites from being run, for people and for machines. */
final class Refusals {

    private Refusals() {}

    /** A problem of the rules in one line, with the file as one would name it from here. */
    static String text(Path rules, RuleProblem problem) {
        return problem.file().isEmpty()
                ? RuleFiles.shown(rules) + ": " + problem
                : file(rules, problem)
                        + problem.toString().substring(problem.file().length());
    }

    /** {@code {"problems": […]}}, each with its place, {@code message} and {@code hint}. */
    static String json(Path rules, List<RuleProblem> problems) throws JsonProcessingException {
        return json(problems.stream()
                .map(problem -> row(
                        problem.file().isEmpty() ? RuleFiles.shown(rules) : file(rules, problem),
                        problem.line(),
                        problem.column(),
                        Map.of("lint", problem.lint(), "message", problem.message(), "hint", problem.hint())))
                .toList());
    }

    /** The same for problems of suites and fleets. */
    static String ofSuites(List<Problem> problems) throws JsonProcessingException {
        return json(problems.stream()
                .map(problem -> row(
                        problem.position().file(),
                        problem.position().line(),
                        problem.position().column(),
                        Map.of("field", problem.field(), "message", problem.reason(), "hint", problem.hint())))
                .toList());
    }

    private static String file(Path rules, RuleProblem problem) {
        return RuleFiles.shown(rules.resolve(problem.file()));
    }

    private static Map<String, Object> row(String file, int line, int column, Map<String, String> said) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("file", file);
        row.put("line", line);
        row.put("column", column);
        for (String key : List.of("lint", "field", "message", "hint")) {
            if (said.containsKey(key)) {
                row.put(key, said.get(key));
            }
        }
        return row;
    }

    private static String json(List<Map<String, Object>> rows) throws JsonProcessingException {
        return Jackson.newObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("problems", rows));
    }
}
