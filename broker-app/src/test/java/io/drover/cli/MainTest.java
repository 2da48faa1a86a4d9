package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

    @Test
    void withoutAVerbItSaysWhichThereAre() {
        CommandLineRun run = CommandLineRun.of();

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("A verb is missing.", "db");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void anUnknownVerbIsAUsageError() {
        CommandLineRun run = CommandLineRun.of("dance");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("dance");
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        assertThat(CommandLineRun.of("db", "status", "--jsno").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void helpIsNoError() {
        CommandLineRun run = CommandLineRun.of("db", "status", "--help");

        assertThat(run.exit()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("--config", "--json");
    }

    @Test
    void rulesThatAreNotThereAreNoRulesThatDoNotCompile() {
        assertThat(Main.heading(broken(""))).isEqualTo("The rules cannot be used:");
        assertThat(Main.heading(broken("score.drl"))).isEqualTo("The rules do not compile:");
    }

    private static BrokenRulesException broken(String file) {
        return new BrokenRulesException(List.of(new RuleProblem(file, 0, 0, "there is no /srv/rules")));
    }

    @Test
    void theVersionNamesTheProduct() {
        assertThat(CommandLineRun.of("--version").out()).startsWith("drover ");
    }
}
