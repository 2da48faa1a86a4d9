package io.drover.policy;

import io.drover.control.Actor;
import io.drover.policy.PolicyStatus.Origin;
import io.drover.policy.engine.CompiledRules;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes rules from their text into service, and those before them out of it. Not safe for use by several threads. */
final class PolicyInstaller {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyInstaller.class);

    private final RuleLoader loader;
    private final PolicyTarget target;
    private final RuleArchive archive;
    private final PolicyShelf shelf;
    private final InstantSource clock;
    private @Nullable CompiledRules active;

    PolicyInstaller(
            RuleLoader loader, PolicyTarget target, RuleArchive archive, PolicyShelf shelf, InstantSource clock) {
        this.loader = loader;
        this.target = target;
        this.archive = archive;
        this.shelf = shelf;
        this.clock = clock;
    }

    /**
     * Compiles rules. Nothing serves by them yet; they are to be put into service or closed.
     *
     * @throws BrokenRulesException when they are broken
     */
    CompiledRules compile(RuleSource source) throws BrokenRulesException {
        return loader.load(source);
    }

    /**
     * Puts rules into service. The former ones serve until then, and on when this fails.
     *
     * @param examined how they did in the suites
     * @throws BrokenRulesException when they fail on the fleet as it is; they are closed then
     */
    PolicyStatus install(RuleSource source, CompiledRules rules, Origin origin, Actor by, Examination examined)
            throws BrokenRulesException {
        try {
            target.install(rules);
        } catch (RuntimeException | StackOverflowError fault) {
            rules.close();
            throw new BrokenRulesException(List.of(problem(fault)));
        }
        if (active != null) {
            active.close();
        }
        active = rules;
        keep(source, by);
        return status(source, rules, origin, by, examined);
    }

    private PolicyStatus status(RuleSource source, CompiledRules rules, Origin origin, Actor by, Examination examined) {
        Instant now = clock.instant();
        List<String> files = List.copyOf(source.files().keySet());
        List<RuleRef> refs = rules.byName().values().stream()
                .sorted(Comparator.comparing(RuleRef::file).thenComparingInt(RuleRef::line))
                .toList();
        return new PolicyStatus(
                rules.revision(), origin, now, by, files, refs, examined, rules.revision(), now, List.of(), List.of());
    }

    private static RuleProblem problem(Throwable fault) {
        if (fault instanceof PolicyFailedException failed && failed.rule() != null) {
            RuleRef rule = Objects.requireNonNull(failed.rule());
            return new RuleProblem(rule.file(), rule.line(), 0, String.valueOf(fault.getMessage()));
        }
        LOG.error("rules could not be put into service", fault);
        return new RuleProblem("", 0, 0, "the rules could not be put into service: " + fault);
    }

    private void keep(RuleSource source, Actor by) {
        try {
            archive.keep(source);
        } catch (IOException e) {
            LOG.warn("the rules in service could not be copied to disk: {}", e.toString());
        }
        shelf.keep(source, by);
    }
}
