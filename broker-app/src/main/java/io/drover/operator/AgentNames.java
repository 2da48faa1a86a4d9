package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds agents by what people call them: their id or hostname, in any case. */
public final class AgentNames {

    private final Map<String, Set<String>> ids = new HashMap<>();

    private AgentNames(List<JsonNode> agents) {
        for (JsonNode agent : agents) {
            String id = agent.path("id").asText();
            add(id, id);
            add(agent.path("hostname").asText(), id);
        }
    }

    private void add(String name, String id) {
        ids.computeIfAbsent(folded(name), any -> new LinkedHashSet<>()).add(id);
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * The names of all agents that a broker knows now.
     *
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    static AgentNames of(BrokerClient broker) throws InterruptedException {
        return new AgentNames(broker.list(Kind.AGENT.path()));
    }

    /** The ids of the agents with that name, newest first; empty when there is none. */
    List<String> idsOf(String name) {
        return List.copyOf(ids.getOrDefault(folded(name), Set.of()));
    }

    /**
     * The id of an agent.
     *
     * @throws NoSuchAgentException when there is none, or more than one
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public static String idOf(String name, BrokerClient broker) throws InterruptedException {
        List<String> found = of(broker).idsOf(name);
        if (found.isEmpty()) {
            throw new NoSuchAgentException("No agent \"%s\" has enrolled.".formatted(name));
        }
        if (found.size() > 1) {
            throw new NoSuchAgentException("%d agents are named \"%s\", use an id: %s."
                    .formatted(found.size(), name, String.join(", ", found)));
        }
        return found.get(0);
    }
}
