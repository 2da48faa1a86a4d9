package io.drover.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * A state of the fleet, or a change of one. Laid over one another, the later one wins field by field; a list is one
 * field. Maps keep the order of the file.
 *
 * @param farms by id
 * @param resources by id
 * @param agents by id
 * @param sessions the sessions of named users on all agents
 * @param leases the leases that exist
 * @param onlyAgents the ids that the fleet shrinks to
 */
public record Given(
        Map<String, FarmOverlay> farms,
        Map<String, ResourceOverlay> resources,
        Map<String, AgentOverlay> agents,
        Field<List<SessionRow>> sessions,
        Field<List<GivenLease>> leases,
        Field<List<String>> onlyAgents) {

    public Given {
        farms = ordered(farms);
        resources = ordered(resources);
        agents = ordered(agents);
    }

    /** Says nothing. */
    public static Given nothing() {
        return new Given(Map.of(), Map.of(), Map.of(), Field.absent(), Field.absent(), Field.absent());
    }

    /** This laid over an earlier state. */
    public Given over(Given earlier) {
        return new Given(
                merged(earlier.farms, farms, (before, later) -> later.over(before)),
                merged(earlier.resources, resources, (before, later) -> later.over(before)),
                merged(earlier.agents, agents, (before, later) -> later.over(before)),
                sessions.over(earlier.sessions),
                leases.over(earlier.leases),
                onlyAgents.over(earlier.onlyAgents));
    }

    private static <T> Map<String, T> merged(Map<String, T> before, Map<String, T> later, BinaryOperator<T> over) {
        Map<String, T> merged = new LinkedHashMap<>(before);
        later.forEach((id, overlay) -> merged.merge(id, overlay, over));
        return merged;
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
