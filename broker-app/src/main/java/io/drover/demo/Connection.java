package io.drover.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connection that users click.
 *
 * @param label what they read
 * @param fields what the gateway sends for it
 */
record Connection(String label, Map<String, String> fields) {

    /** A connection that Guacamole knows by its name. */
    static Connection named(String name) {
        return new Connection(name, Map.of("connection_name", name));
    }

    /** A published resource that is asked for by its id. */
    static Connection resource(String id) {
        return new Connection("resource " + id, Map.of("resource_id", id));
    }

    /** What the gateway sends when this user clicks it. */
    Map<String, String> clickedBy(String username) {
        Map<String, String> request = new LinkedHashMap<>(fields);
        request.put("username", username);
        return request;
    }
}
