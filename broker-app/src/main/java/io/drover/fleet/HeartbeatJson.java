package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.identity.UserName;
import java.time.Instant;
import java.util.List;

/** Sessions and RemoteApps as the database keeps them. */
final class HeartbeatJson {

    private HeartbeatJson() {}

    static ArrayNode ofSessions(List<Session> sessions) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(sessions.size());
        for (Session session : sessions) {
            ObjectNode row = array.addObject()
                    .put("id", session.id())
                    .put("user", session.user().user())
                    .put("domain", session.user().domain())
                    .put("state", session.state());
            Instant logonAt = session.logonAt();
            if (logonAt != null) {
                row.put("logon_at", logonAt.toString());
            }
            Long idle = session.idleSeconds();
            if (idle != null) {
                row.put("idle_seconds", idle);
            }
        }
        return array;
    }

    static List<Session> sessions(JsonNode array) {
        return array.valueStream().map(HeartbeatJson::session).toList();
    }

    private static Session session(JsonNode row) {
        JsonNode logonAt = row.get("logon_at");
        JsonNode idle = row.get("idle_seconds");
        return new Session(
                row.path("id").longValue(),
                new UserName(row.path("user").textValue(), row.path("domain").textValue()),
                row.path("state").textValue(),
                logonAt == null ? null : Instant.parse(logonAt.textValue()),
                idle == null ? null : idle.longValue());
    }

    static ArrayNode ofRemoteApps(List<RemoteAppStatus> apps) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(apps.size());
        for (RemoteAppStatus app : apps) {
            array.addObject()
                    .put("resource_id", app.resourceId())
                    .put("alias", app.alias())
                    .put("published", app.published())
                    .put("path_exists", app.pathExists())
                    .put("in_sync", app.inSync())
                    .put("error", app.error());
        }
        return array;
    }

    static List<RemoteAppStatus> remoteApps(JsonNode array) {
        return array.valueStream()
                .map(row -> new RemoteAppStatus(
                        row.path("resource_id").textValue(),
                        row.path("alias").textValue(),
                        row.path("published").booleanValue(),
                        row.path("path_exists").booleanValue(),
                        row.path("in_sync").booleanValue(),
                        row.path("error").textValue()))
                .toList();
    }
}
