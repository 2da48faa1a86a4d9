package io.drover.policy;

import java.util.List;
import java.util.stream.Collectors;

/** The rules do not compile. What served before goes on serving. */
public final class BrokenRulesException extends Exception {

    private final transient List<RuleProblem> problems;

    public BrokenRulesException(List<RuleProblem> problems) {
        super(problems.stream().map(RuleProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, at least one, in the order of files and lines. */
    public List<RuleProblem> problems() {
        return problems;
    }
}
