package io.drover.guacamole;

import com.google.gson.JsonObject;

/** A resource of the broker that a user may see. */
final class PublishedResource {

    private final String id;
    private final String name;
    private final boolean remoteApp;

    private PublishedResource(String id, String name, boolean remoteApp) {
        this.id = id;
        this.name = name;
        this.remoteApp = remoteApp;
    }

    static PublishedResource read(JsonObject json) {
        String id = Json.text(json, "id");
        String name = Json.text(json, "name");
        return new PublishedResource(id, name.isEmpty() ? id : name, "remoteapp".equals(Json.text(json, "kind")));
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    /** Whether it is one program instead of a desktop. */
    boolean remoteApp() {
        return remoteApp;
    }
}
