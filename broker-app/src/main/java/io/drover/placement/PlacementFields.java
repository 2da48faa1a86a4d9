package io.drover.placement;

import io.drover.http.Fields;
import java.util.List;

/** Reads what a gateway asks, from JSON or from a form alike. Unknown fields are left alone. */
public final class PlacementFields {

    private static final int LONGEST_NAME = 4_096;
    private static final int LONGEST_TEXT = 512;
    private static final int MOST_GROUPS = 10_000;
    private static final int MOST_EXCLUDED = 1_000;

    private PlacementFields() {}

    /** The request; nothing in it is checked but its shape. */
    public static PlacementRequest read(Fields body) {
        return body.leniently(in -> new PlacementRequest(
                in.longText("username", LONGEST_NAME).orElse(""),
                text(in, "connection_id"),
                text(in, "connection_name"),
                text(in, "resource_id"),
                text(in, "farm_id"),
                in.texts("groups", MOST_GROUPS, LONGEST_TEXT).orElse(List.of()),
                text(in, "client_address"),
                text(in, "node_id"),
                text(in, "data_source"),
                in.texts("exclude_agent_ids", MOST_EXCLUDED, LONGEST_TEXT).orElse(List.of()),
                text(in, "request_id")));
    }

    private static String text(Fields in, String name) {
        return in.text(name, LONGEST_TEXT).orElse("");
    }
}
