package io.drover.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dropwizard.jackson.Jackson;
import java.util.LinkedHashMap;
import java.util.Map;

/** The demo's result as JSON. */
public final class DemoJson {

    private DemoJson() {}

    /** One object; its {@code placements} have the fields of the protocol, where it knows them. */
    public static String of(DemoResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("right", result.flaws().isEmpty());
        json.put("shipped_rules", result.shippedRules());
        json.put("seconds_to_first_placement", result.secondsToFirstPlacement());
        json.put(
                "placements",
                result.placements().stream()
                        .map(placement -> of(placement, result))
                        .toList());
        try {
            return Jackson.newObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> of(Placement placement, DemoResult result) {
        Outcome outcome = placement.outcome();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", placement.step());
        json.put("user", placement.user());
        json.put("connection", placement.connection());
        json.put("status", outcome.status());
        json.put("hostname", outcome.hostname());
        json.put("reason", outcome.reason());
        json.put("excluded", outcome.excluded());
        json.put("tokens", outcome.tokens());
        json.put("decision_id", outcome.decisionId());
        json.put("why", placement.why());
        json.put("flaws", result.flaws(placement));
        json.put("differences", result.differences(placement));
        return json;
    }
}
