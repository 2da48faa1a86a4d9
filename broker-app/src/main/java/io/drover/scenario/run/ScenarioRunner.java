package io.drover.scenario.run;

import io.drover.policy.PlacementSettings;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Scenario;
import io.drover.scenario.SettingsOverlay;
import io.drover.scenario.Suite;
import io.drover.scenario.run.ScenarioResult.Failure;
import io.drover.scenario.run.ScenarioResult.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs scenarios, each in a world of its own. Safe for use by many threads. */
public final class ScenarioRunner {

    private final CompiledRules rules;
    private final InstantSource today;

    /**
     * @param rules compiled by a compiler that counts firings
     * @param today tells which skips have run out
     */
    public ScenarioRunner(CompiledRules rules, InstantSource today) {
        this.rules = rules;
        this.today = today;
    }

    /** Runs every scenario of a suite, in the order of the file. */
    public List<ScenarioResult> run(Suite suite) {
        return suite.scenarios().stream().map(s -> run(suite, s)).toList();
    }

    /** Runs one scenario. */
    public ScenarioResult run(Suite suite, Scenario scenario) {
        Scenario.Skip skip = scenario.skip();
        if (skip != null) {
            return skipped(suite, scenario, skip);
        }
        ScenarioRun run = new ScenarioRun(rules, settings(scenario.settings()), suite.clock(), suite.invariants());
        List<Failure> failures = run.run(scenario);
        Status status = failures.isEmpty() ? Status.PASSED : Status.FAILED;
        return result(suite, scenario, status, failures, run.fired(), "");
    }

    private ScenarioResult skipped(Suite suite, Scenario scenario, Scenario.Skip skip) {
        boolean over =
                skip.until().isBefore(today.instant().atZone(ZoneOffset.UTC).toLocalDate());
        if (over) {
            Failure failure = new Failure(
                    scenario.position(), "skip: it was to end on " + skip.until() + ": " + skip.reason(), "");
            return result(suite, scenario, Status.FAILED, List.of(failure), Set.of(), "");
        }
        return result(
                suite, scenario, Status.SKIPPED, List.of(), Set.of(), skip.reason() + " (until " + skip.until() + ")");
    }

    private static ScenarioResult result(
            Suite suite,
            Scenario scenario,
            Status status,
            List<Failure> failures,
            Set<String> fired,
            String skipReason) {
        return new ScenarioResult(
                suite.name(),
                scenario.name(),
                scenario.position(),
                scenario.tags(),
                status,
                failures,
                fired,
                skipReason);
    }

    private static PlacementSettings settings(SettingsOverlay says) {
        return new PlacementSettings(
                true,
                Duration.ofSeconds(says.offlineAfterSeconds().orElse(30)),
                Duration.ofSeconds(says.leaseSeconds().orElse(900)),
                says.minHealthScore().orElse(60),
                Duration.ofSeconds(says.pendingSeconds().orElse(60)),
                says.reconnectExisting().orElse(true),
                says.reconnectAcrossResources().orElse(true),
                says.singleSessionPerUser().orElse(true),
                says.defaultFarmId().orElse(""),
                says.domains().orElse(Map.of()),
                says.tokenPrefix().orElse("SESSIONGUARD"));
    }
}
