package io.drover.cli;

import io.drover.cli.Workbench.Ran;
import io.drover.decision.StoryText.Look;
import io.drover.decision.WhyNotText;
import io.drover.policy.RuleRef;
import io.drover.scenario.coverage.Tested;
import io.drover.scenario.run.NotThere;
import io.drover.scenario.run.ScenarioRunner;
import java.io.PrintWriter;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** The options by which {@code drover test} tells why a scenario's decisions did not fall on a host. */
final class WhyNotOptions {

    @Option(
            names = "--why-not",
            paramLabel = "HOST",
            description =
                    "Show of each decision why it was not this host, instead of the verdicts: what bars it or its score"
                            + " beside the chosen one's, and the first condition that failed of each rule that would have brought"
                            + " the user there.")
    private @Nullable String host;

    @Option(names = "--rule", paramLabel = "RULE", description = "With --why-not: ask about the rule of this id alone.")
    private String rule = "";

    boolean isWanted() {
        return host != null;
    }

    /** @throws BadFileException when no rule has the id that is asked about */
    int tell(Ran ran, PrintWriter out) {
        if (!rule.isEmpty()
                && ran.rules().byName().values().stream().map(RuleRef::id).noneMatch(rule::equals)) {
            throw new BadFileException("There is no rule with the id %s.".formatted(rule));
        }
        ScenarioRunner runner = new ScenarioRunner(ran.rules(), InstantSource.system());
        for (Tested tested : ran.tested()) {
            out.println(tested.scenario().position().file() + ":"
                    + tested.scenario().position().line() + "  "
                    + tested.scenario().name());
            runner.whyNot(tested.suite(), tested.scenario(), String.valueOf(host), rule)
                    .forEach(decision -> out.println(text(decision).indent(4).stripTrailing()));
        }
        out.flush();
        return ran.tested().isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.OK;
    }

    private String text(NotThere decision) {
        Look look = new Look(Ansi.AUTO.enabled(), false);
        return decision.event() + "\n"
                + decision.story()
                        .map(story -> WhyNotText.of(story, String.valueOf(host), decision.rules(), look))
                        .orElse("No host was looked at.");
    }
}
