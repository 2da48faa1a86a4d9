package io.drover.scenario.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.fleet.HostIdentity;
import io.drover.fleet.RemoteAppStatus;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Field;
import io.drover.scenario.Heard;
import io.drover.scenario.SessionRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the heartbeat that an agent of a scenario would send, so that it goes the way of a real one. */
final class ReportedHeartbeat {

    private static final int ALL_MEMORY = 100;

    private ReportedHeartbeat() {}

    /**
     * What a host reports.
     *
     * @param identity who and where it says it is
     * @param says its metrics, and its own session limit
     */
    static ObjectNode heartbeat(String agentId, HostIdentity identity, AgentOverlay says, LaidSessions laid) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("protocol_version", 4);
        json.put("address", identity.address());
        json.put("port", identity.port());
        json.put("zone", identity.zone());
        json.put("max_sessions", says.maxSessions().orNull());
        ObjectNode server = json.putObject("server");
        server.put("hostname", identity.hostname());
        server.put("cpu_percent", says.cpuPercent().orNull());
        Double memory = says.memoryUsedPercent().orNull();
        if (memory != null) {
            server.put("memory_total", ALL_MEMORY);
            server.put("memory_available", ALL_MEMORY - memory);
        }
        ObjectNode health = json.putObject("health");
        health.put("score", says.healthScore().orNull());
        health.put("rdp_listener_ok", says.rdpListenerOk().orNull());
        sessions(json.putArray("sessions"), agentId, says, laid);
        remoteApps(json.putArray("remote_apps"), says.remoteApps());
        return json;
    }

    /** What comes with a heartbeat of a step. */
    static ObjectNode numbered(ObjectNode json, Heard heard, Instant at) {
        json.put("boot_id", heard.bootId());
        json.put("seq", heard.seq());
        json.put("time", at.plusMillis(Math.round(heard.clockOffset() * 1000)).toString());
        return json;
    }

    /** Says in a heartbeat how long the host has been up, when it says so at all. */
    static ObjectNode withUptime(ObjectNode heartbeat, @Nullable Instant bootedAt, Instant at) {
        if (bootedAt != null) {
            heartbeat
                    .withObject("server")
                    .put("uptime_seconds", Duration.between(bootedAt, at).toSeconds());
        }
        return heartbeat;
    }

    private static void sessions(ArrayNode list, String agentId, AgentOverlay says, LaidSessions laid) {
        long next = 1_000;
        for (SessionRow row : laid.rows()) {
            ObjectNode json = list.addObject();
            json.put("id", row.id() == null ? next++ : row.id());
            json.put("user", row.user());
            json.put("domain", row.domain());
            json.put("state", row.state());
            json.put("station_name", row.stationName());
            Instant logonAt = laid.logonAt(row);
            json.put("logon_at", logonAt == null ? null : logonAt.toString());
        }
        next = unnamed(list, agentId, "Active", says.activeSessions().orElse(0), next);
        unnamed(list, agentId, "Disconnected", says.disconnectedSessions().orElse(0), next);
    }

    private static long unnamed(ArrayNode list, String agentId, String state, int count, long firstId) {
        for (int i = 0; i < count; i++) {
            ObjectNode json = list.addObject();
            json.put("id", firstId + i);
            json.put("user", "unnamed " + (firstId + i) + " on " + agentId);
            json.put("domain", "UNNAMED");
            json.put("state", state);
        }
        return firstId + count;
    }

    private static void remoteApps(ArrayNode list, Field<List<RemoteAppStatus>> apps) {
        @Nullable List<RemoteAppStatus> known = apps.orNull();
        if (known != null) {
            for (RemoteAppStatus app : known) {
                list.addObject()
                        .put("resource_id", app.resourceId())
                        .put("alias", app.alias())
                        .put("published", app.published())
                        .put("path_exists", app.pathExists())
                        .put("in_sync", app.inSync())
                        .put("error", app.error());
            }
        }
    }
}
