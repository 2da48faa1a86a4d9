package io.drover.cli;

import io.drover.cli.Workbench.Ran;
import io.drover.scenario.coverage.Coverage;
import io.drover.scenario.coverage.CoverageMeter;
import io.drover.scenario.run.ScenarioResult.Status;
import java.io.PrintWriter;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** The options by which {@code drover test} measures how well scenarios hold the rules. */
final class CoverageOptions {

    private static final int ALL = 100;

    @Option(names = "--coverage", description = "Show which rules fired, and which decided a scenario.")
    private boolean coverage;

    @Option(
            names = "--mutate",
            description =
                    "Also make small mistakes in the rules, one at a time, and list those that no scenario notices.")
    private boolean mutate;

    @Option(
            names = "--min-coverage",
            paramLabel = "PERCENT",
            description = "Fail with 4 when fewer rules fired, fewer decided, or fewer mistakes were noticed.")
    private int minimum = -1;

    /** What is wrong with the options, empty when nothing is. */
    String problem() {
        return minimum > ALL ? "--min-coverage is a percentage, from 0 to 100." : "";
    }

    /** Measures, when it is wanted and every scenario is as expected. */
    @Nullable
    Coverage measure(Ran ran, PrintWriter err) throws InterruptedException {
        if (coverage || mutate || minimum >= 0) {
            if (ran.report().count(Status.FAILED) == 0) {
                return measured(ran, err);
            }
            err.println("Coverage is measured once every scenario is as expected.");
        }
        return null;
    }

    private Coverage measured(Ran ran, PrintWriter err) throws InterruptedException {
        CoverageMeter meter = new CoverageMeter(
                ran.rules().source(), ran.rules().byName().values(), ran.tested(), InstantSource.system());
        if (!Ansi.AUTO.enabled()) {
            return meter.measure(mutate, percent -> {});
        }
        Coverage measured = meter.measure(mutate, percent -> {
            err.print("\r%3d %% of the mistakes are made".formatted(percent));
            err.flush();
        });
        err.print("\r" + " ".repeat("100 % of the mistakes are made".length()) + "\r");
        err.flush();
        return measured;
    }

    int exitCode(Coverage measured) {
        return measured.lowestPercent() < minimum ? ExitCode.BELOW_THRESHOLD : ExitCode.OK;
    }
}
