package io.drover.benchmarks.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.benchmarks.load.Wire.Line;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Users who were placed stay on their host for a while and go. Their host's heartbeats show them meanwhile, and their
 * gateway tells the broker when their connection opens and closes. For the wire's thread, but for the counts.
 */
final class Stays implements Placements.Placed {

    private static final int OK = 200;
    private static final long SHORTEST_MILLIS = 5_000;

    private final Wire wire;
    private final String key;
    private final long longestMillis;
    private final Random random = new Random(13);
    private final JsonMapper json = new JsonMapper();
    private final Map<String, Set<String>> sessions = new HashMap<>();
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private final Queue<Line> free = new ArrayDeque<>();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    /**
     * @param key the gateways'
     * @param lines connections for what gateways tell
     * @param longestMillis how long the longest stay takes; the shortest is 5 s
     */
    Stays(Wire wire, String key, List<Line> lines, long longestMillis) {
        this.wire = wire;
        this.key = key;
        this.longestMillis = longestMillis;
        free.addAll(lines);
    }

    /** How many stays are over. */
    long ended() {
        return ended.get();
    }

    /** How much of what gateways told was not answered with 200. */
    long failed() {
        return failed.get();
    }

    /** Who is on that machine. */
    Collection<String> on(Machine machine) {
        return sessions.getOrDefault(machine.id(), Set.of());
    }

    @Override
    public void placed(String user, String answer) {
        JsonNode placement = read(answer);
        String host = placement.path("agent_id").asText();
        String name = user.substring(user.lastIndexOf('\\') + 1);
        if (sessions.computeIfAbsent(host, unused -> new TreeSet<>()).add(name)) {
            String decision = placement.path("decision_id").asText();
            tell(decision, "opened");
            long stay = SHORTEST_MILLIS + random.nextLong(Math.max(1, longestMillis - SHORTEST_MILLIS));
            var unused = wire.loop().schedule(() -> leave(host, name, decision), stay, TimeUnit.MILLISECONDS);
        }
    }

    private JsonNode read(String answer) {
        try {
            return json.readTree(answer);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void leave(String host, String name, String decision) {
        sessions.getOrDefault(host, Set.of()).remove(name);
        ended.incrementAndGet();
        tell(decision, "closed");
    }

    private void tell(String decision, String what) {
        waiting.add(Machine.request(
                "/api/v1/broker/placements/" + decision + "/" + what, "", key, "{\"node_id\": \"endurance\"}"));
        send();
    }

    private void send() {
        while (!waiting.isEmpty() && !free.isEmpty()) {
            Line line = free.remove();
            line.send(waiting.remove(), status -> {
                if (status != OK) {
                    failed.incrementAndGet();
                }
                if (status != Wire.BROKEN) {
                    free.add(line);
                    send();
                }
            });
        }
    }
}
