package io.drover.policy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules may not serve: they do not compile, or do not pass the suites. What served before goes on serving. */
public final class BrokenRulesException extends Exception {

    private final transient List<RuleProblem> problems;
    private final transient List<ScenarioFailure> failures;

    public BrokenRulesException(List<RuleProblem> problems) {
        this(problems, List.of());
    }

    private BrokenRulesException(List<RuleProblem> problems, List<ScenarioFailure> failures) {
        super(Stream.concat(problems.stream(), failures.stream())
                .map(Object::toString)
                .collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
        this.failures = List.copyOf(failures);
    }

    /** Rules that compile and do not pass the suites. */
    public static BrokenRulesException failing(List<ScenarioFailure> failures) {
        return new BrokenRulesException(List.of(), failures);
    }

    /**
     * Rules on which a reader or the compiler itself fails.
     *
     * @param what what could not be done
     */
    static BrokenRulesException failed(String what, Throwable fault) {
        BrokenRulesException broken = new BrokenRulesException(List.of(new RuleProblem("", 0, 0, what + ": " + fault)));
        broken.initCause(fault);
        return broken;
    }

    /** What is wrong with the rules, in the order of files and lines; empty when only suites are not passed. */
    public List<RuleProblem> problems() {
        return problems;
    }

    /** What the suites expected in vain; empty when the rules do not compile. */
    public List<ScenarioFailure> failures() {
        return failures;
    }
}
