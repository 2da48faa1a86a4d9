package io.drover.scenario.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Event;
import io.drover.scenario.run.ScenarioResult.Failure;
import io.drover.scenario.run.ScenarioResult.Status;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The report for machines. */
public final class JsonReport {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonReport() {}

    /**
     * One JSON object.
     *
     * @param more further fields
     */
    public static String of(RunReport report, Map<String, ?> more) throws JsonProcessingException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("policy_revision", report.revision());
        json.put("at", report.at().toString());
        json.put("took_ms", report.took().toMillis());
        json.put("passed", report.count(Status.PASSED));
        json.put("failed", report.count(Status.FAILED));
        json.put("skipped", report.count(Status.SKIPPED));
        json.put(
                "scenarios", report.results().stream().map(JsonReport::scenario).toList());
        json.putAll(more);
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    private static Map<String, Object> scenario(ScenarioResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", result.suite());
        json.put("name", result.name());
        json.put("file", result.position().file());
        json.put("line", result.position().line());
        json.put("tags", result.tags());
        json.put("status", result.status().name().toLowerCase(Locale.ROOT));
        json.put("skip_reason", result.skipReason());
        json.put("rules", result.firedRules().stream().sorted().toList());
        json.put("events", result.events().stream().map(Event::text).toList());
        json.put("failures", result.failures().stream().map(JsonReport::failure).toList());
        return json;
    }

    private static Map<String, Object> failure(Failure failure) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("position", failure.position().toString());
        json.put("message", failure.message());
        json.put("why", failure.why());
        return json;
    }
}
