package io.drover.scenario.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * A fleet as a broker's API answers it.
 *
 * @param farms the answers of {@code /api/v1/farms}
 * @param resources the answers of {@code /api/v1/resources}
 * @param agents the answers of {@code /api/v1/agents/{id}}, with their sessions
 * @param leases the answers of {@code /api/v1/leases}
 * @param at when it was so; ages are counted from then
 */
public record LiveFleet(
        List<JsonNode> farms, List<JsonNode> resources, List<JsonNode> agents, List<JsonNode> leases, Instant at) {

    public LiveFleet {
        farms = List.copyOf(farms);
        resources = List.copyOf(resources);
        agents = List.copyOf(agents);
        leases = List.copyOf(leases);
    }
}
