package io.drover.policy;

import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.RuleCompiler;
import io.drover.policy.lint.RuleContract;
import java.util.List;

/**
 * The one way from the text of rules to rules that can serve: checks them, then compiles them. Safe for many threads.
 */
public final class RuleLoader {

    private final RuleContract contract = new RuleContract();
    private final RuleCompiler compiler;

    /** @param countFirings whether engines count how often each rule fires, which scenario runs need */
    public RuleLoader(boolean countFirings) {
        compiler = new RuleCompiler(countFirings);
    }

    /**
     * Checks and compiles one revision. The caller closes what it gets.
     *
     * @throws BrokenRulesException when a rule breaks the contract or does not compile, or there is none
     */
    public CompiledRules load(RuleSource source) throws BrokenRulesException {
        try {
            List<RuleProblem> problems = contract.check(source);
            if (!problems.isEmpty()) {
                throw new BrokenRulesException(problems);
            }
            return compiler.compile(source);
        } catch (RuntimeException | LinkageError | StackOverflowError fault) {
            throw BrokenRulesException.failed("the rules could not be read", fault);
        }
    }
}
