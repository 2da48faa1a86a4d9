package io.drover.collect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.collect.ExporterReading.Memory;
import io.drover.collect.ExporterReading.Row;
import io.drover.collect.HostMemory.Known;
import io.drover.collect.HostMemory.Seen;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.Session;
import io.drover.policy.Health;
import io.drover.policy.fact.ScrapeView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Says what is known of a host in the words of an agent, so that it goes the way of an agent's heartbeat.
 *
 * @param name what the host is called in the file
 * @param reading what the scrape showed
 * @param known with what earlier ones showed
 * @param sessions the rows to be reported
 * @param took how long the exporter took
 * @param now the database's time
 */
record HostReport(
        String name, ExporterReading reading, Known known, Seen<List<Row>> sessions, Duration took, Instant now) {

    private static final double MILLIS = 1000;
    private static final long LARGEST_ID = 0xFFFF_FFFFL;

    /** The heartbeat, as yet without the health. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("protocol_version", 4);
        json.put("agent_version", ("windows_exporter " + reading.version()).strip());
        Instant time = reading.now();
        json.put("time", time == null ? null : time.toString());
        ObjectNode server = json.putObject("server");
        server.put("hostname", reading.hostname());
        server.put("os", reading.os());
        server.put("version", reading.osVersion());
        Duration uptime = reading.uptime();
        server.put("uptime_seconds", uptime == null ? null : uptime.toSeconds());
        server.put("cpu_percent", known.cpu().map(Seen::value).orElse(null));
        known.memory().map(Seen::value).ifPresent(memory -> write(memory, server));
        json.putObject("health");
        ArrayNode rows = json.putArray("sessions");
        sessions.value().forEach(row -> write(row, rows));
        return json;
    }

    private static void write(Memory memory, ObjectNode server) {
        server.put("memory_total", memory.total());
        server.put("memory_available", Math.min(memory.available(), memory.total()));
    }

    private static void write(Row row, ArrayNode rows) {
        Long id = row.id();
        rows.addObject()
                .put("id", id == null ? madeUp(row) : id)
                .put("user", row.user())
                .put("state", row.state())
                .put("station_name", row.station())
                .put("client_name", row.client());
    }

    /** An exporter that is too old tells no ids: the same session gets the same one again, never 0. */
    private static long madeUp(Row row) {
        CRC32 sum = new CRC32();
        sum.update((row.station() + "\n" + row.user() + "\n" + row.client())
                .toLowerCase(Locale.ROOT)
                .getBytes(StandardCharsets.UTF_8));
        return Math.max(1, sum.getValue() & LARGEST_ID);
    }

    /** What the rules are told, of what the broker understood of {@link #json}. */
    ScrapeView scrape(Heartbeat understood) {
        return new ScrapeView(
                name,
                reading.version(),
                understood.cpuPercent(),
                understood.memoryUsedPercent(),
                count(understood.sessions(), "active") + count(understood.sessions(), "connected"),
                count(understood.sessions(), "disconnected"),
                understood.sessions().size(),
                reading.failed(),
                age(known.cpu()),
                age(known.memory()),
                sessions.age(now),
                took.toMillis() / MILLIS);
    }

    private <T> int age(Optional<Seen<T>> seen) {
        return seen.map(value -> value.age(now)).orElse(0);
    }

    private static int count(List<Session> sessions, String state) {
        return (int) sessions.stream()
                .filter(session -> session.state().equals(state))
                .count();
    }

    /** Writes the rules' verdict into a heartbeat. */
    static void judged(ObjectNode json, Health health) {
        ObjectNode into = json.withObject("health");
        into.put("score", health.score());
        ArrayNode checks = into.putArray("checks");
        health.deductions()
                .forEach(one -> checks.addObject()
                        .put("name", one.code())
                        .put("ok", false)
                        .put("message", one.detail() + " (-" + points(one.points()) + ")"));
    }

    /** Writes into a heartbeat that the rules could not tell. */
    static void notJudged(ObjectNode json, String why) {
        json.withObject("health")
                .putArray("checks")
                .addObject()
                .put("name", "policy-failed")
                .put("ok", false)
                .put("message", why);
    }

    private static String points(double points) {
        return points == Math.rint(points) ? String.valueOf((long) points) : String.valueOf(points);
    }
}
