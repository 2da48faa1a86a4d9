package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.Heartbeat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A session host with its agent, which reports to whichever instance the balancer picks. Safe for use by many threads.
 */
final class SimulatedHost implements Runnable {

    private static final long BETWEEN_MILLIS = 500;

    private final RunClock clock;
    private final Wire wire;
    private final Journal journal;
    private final String name;
    private final String id;
    private final String token;
    private final Random random;
    private final Set<String> persons = new TreeSet<>();
    private int beats;
    private volatile long silentUntil;

    SimulatedHost(RunClock clock, Wire wire, Journal journal, String name, String id, String token, Random random) {
        this.clock = clock;
        this.wire = wire;
        this.journal = journal;
        this.name = name;
        this.id = id;
        this.token = token;
        this.random = random;
    }

    String id() {
        return id;
    }

    synchronized void logOn(String person) {
        persons.add(person);
    }

    synchronized void logOff(String person) {
        persons.remove(person);
    }

    synchronized void logOffAll() {
        persons.clear();
    }

    private synchronized Set<String> persons() {
        return Set.copyOf(persons);
    }

    /** Reports nothing for so long. */
    void silence(long millis) {
        silentUntil = clock.now() + millis * 1_000_000;
    }

    /** Reports until the thread is interrupted. */
    @Override
    public void run() {
        while (!Thread.currentThread().isInterrupted()) {
            if (clock.now() >= silentUntil) {
                beat(random.nextInt(wire.brokers()));
            }
            Pause.millis(BETWEEN_MILLIS);
        }
    }

    /** Reports once; whether it was heard. */
    boolean beat(int broker) {
        Set<String> now = persons();
        Reply reply = wire.send(
                broker,
                "POST",
                "/api/v1/agents/heartbeat",
                body(now),
                List.of("X-Agent-ID", id, "Authorization", "Bearer " + token));
        journal.heartbeat(broker, new Heartbeat(reply.span(), id, now, reply.ok(), reply.ok()));
        return reply.ok();
    }

    private Map<String, Object> body(Set<String> now) {
        List<Map<String, Object>> sessions = new ArrayList<>();
        for (String person : now) {
            sessions.add(Map.of("id", sessions.size() + 2, "state", "Active", "user", person, "domain", "CORP"));
        }
        beats++;
        return Map.of(
                "protocol_version",
                4,
                "boot_id",
                "boot-of-" + name,
                "seq",
                beats,
                "server",
                Map.of(
                        "hostname",
                        name,
                        "cpu_percent",
                        10,
                        "memory_total",
                        32_000_000_000L,
                        "memory_available",
                        24_000_000_000L),
                "health",
                Map.of("score", 100, "rdp_listener_ok", true),
                "sessions",
                sessions);
    }
}
