package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Finds agents by what people call them. */
public final class AgentNames {

    private static final int ALL = Integer.MAX_VALUE;

    private AgentNames() {}

    /**
     * The id of an agent.
     *
     * @param name its id or its hostname, in any case
     * @throws NoSuchAgentException when there is none, or more than one
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public static String idOf(String name, BrokerClient broker) throws InterruptedException {
        List<String> found = broker.list(Kind.AGENT.path(), ALL).stream()
                .filter(agent -> agent.path("id").asText().equalsIgnoreCase(name)
                        || agent.path("hostname").asText().equalsIgnoreCase(name))
                .map(AgentNames::id)
                .toList();
        if (found.isEmpty()) {
            throw new NoSuchAgentException("No agent \"%s\" has enrolled.".formatted(name));
        }
        if (found.size() > 1) {
            throw new NoSuchAgentException("%d agents are named \"%s\", use an id: %s."
                    .formatted(found.size(), name, String.join(", ", found)));
        }
        return found.get(0);
    }

    private static String id(JsonNode agent) {
        return agent.path("id").asText();
    }
}
