package io.drover.scenario.report;

import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of a run of suites.
 *
 * @param results a result for each scenario, in the order of the files
 * @param revision the rules that decided
 * @param at when it was run
 * @param took how long it took, reading and compiling included
 */
public record RunReport(List<ScenarioResult> results, String revision, Instant at, Duration took) {

    public RunReport {
        results = List.copyOf(results);
    }

    /** How many scenarios ended so. */
    public long count(Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }

    /** The results by file, in order. */
    Map<String, List<ScenarioResult>> byFile() {
        Map<String, List<ScenarioResult>> byFile = new LinkedHashMap<>();
        results.forEach(result -> byFile.computeIfAbsent(result.position().file(), file -> new ArrayList<>())
                .add(result));
        return byFile;
    }

    /** How many passed, failed and were left out, and by which rules. */
    public String summary() {
        return "%d passed, %d failed, %d skipped, rules %s"
                .formatted(count(Status.PASSED), count(Status.FAILED), count(Status.SKIPPED), revision);
    }
}
