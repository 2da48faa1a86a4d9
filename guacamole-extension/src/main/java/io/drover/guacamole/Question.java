package io.drover.guacamole;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Which host is for whom and what. It holds nothing secret: of all that Guacamole knows of a connection, only what is
 * named here is sent.
 */
final class Question {

    private final Person person;
    private final Target target;
    private final String requestId;
    private final List<String> excluded;

    /** The first question about a connection. */
    Question(Person person, Target target, String requestId) {
        this(person, target, requestId, Collections.emptyList());
    }

    private Question(Person person, Target target, String requestId, List<String> excluded) {
        this.person = person;
        this.target = target;
        this.requestId = requestId;
        this.excluded = excluded;
    }

    /** The same for another host than those that failed: a new question with an id of its own. */
    Question without(String agentId, String newRequestId) {
        List<String> all = new ArrayList<>(excluded);
        all.add(agentId);
        return new Question(person, target, newRequestId, Collections.unmodifiableList(all));
    }

    /** Whether a host failed before. */
    boolean excludes(String agentId) {
        return excluded.contains(agentId);
    }

    /** The JSON of the protocol. */
    String json(String nodeId) {
        JsonObject json = new JsonObject();
        json.addProperty("username", person.name());
        addText(json, "connection_id", target.connectionId());
        addText(json, "connection_name", target.connectionName());
        addText(json, "data_source", target.dataSource());
        addText(json, "resource_id", target.resourceId());
        addText(json, "client_address", person.address());
        addText(json, "node_id", nodeId);
        addText(json, "request_id", requestId);
        addTexts(json, "groups", person.groupsThatFit());
        addTexts(json, "exclude_agent_ids", excluded);
        return json.toString();
    }

    private static void addText(JsonObject json, String field, String text) {
        if (!text.isEmpty()) {
            json.addProperty(field, text);
        }
    }

    private static void addTexts(JsonObject json, String field, Collection<String> texts) {
        if (!texts.isEmpty()) {
            JsonArray array = new JsonArray();
            texts.forEach(array::add);
            json.add(field, array);
        }
    }
}
