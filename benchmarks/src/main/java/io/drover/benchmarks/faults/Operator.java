package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.HostRecord;
import io.drover.benchmarks.history.ModeChange;
import io.drover.benchmarks.history.ModeChange.Mode;
import io.drover.benchmarks.history.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Drains some hosts, puts them into maintenance, looks at their records meanwhile, and brings them back; right then
 * users who were there come back to them. Nobody else changes these hosts.
 */
final class Operator implements Runnable {

    private static final int TRIES = 40;
    private static final int COME_BACK = 6;

    private final RunClock clock;
    private final Wire wire;
    private final Journal journal;
    private final Gateway gateway;
    private final List<SimulatedHost> hosts;
    private final Executor twins;
    private final AtomicBoolean over;
    private final Random random;
    private final AtomicInteger changes = new AtomicInteger();

    Operator(
            RunClock clock,
            Wire wire,
            Journal journal,
            Gateway gateway,
            List<SimulatedHost> hosts,
            Executor twins,
            AtomicBoolean over,
            Random random) {
        this.clock = clock;
        this.wire = wire;
        this.journal = journal;
        this.gateway = gateway;
        this.hosts = hosts;
        this.twins = twins;
        this.over = over;
        this.random = random;
    }

    int changes() {
        return changes.get();
    }

    @Override
    public void run() {
        while (!over.get() && !Thread.currentThread().isInterrupted()) {
            String host = hosts.get(random.nextInt(hosts.size())).id();
            change(host, random.nextInt(3) == 0 ? Mode.MAINTENANCE : Mode.DRAIN);
            look(host, random.nextInt(wire.brokers()));
            Pause.millis(random.nextInt(400));
            look(host, random.nextInt(wire.brokers()));
            int broker = change(host, Mode.ONLINE);
            comeBack(host, broker);
            Pause.millis(random.nextInt(200));
        }
    }

    private void comeBack(String host, int told) {
        for (String person : gateway.lastSentTo(host, COME_BACK)) {
            int broker = (told + 1 + random.nextInt(wire.brokers() - 1)) % wire.brokers();
            int way = random.nextInt();
            twins.execute(() -> {
                var unused = gateway.place(person, Gateway.spelt(person, way), broker, Set.of());
            });
        }
    }

    /** Changes a mode, again until it is acknowledged; gives the instance that did. */
    int change(String host, Mode mode) {
        String wanted = mode.name().toLowerCase(Locale.ROOT);
        int broker = random.nextInt(wire.brokers());
        String version = "";
        long since = clock.now();
        boolean done = false;
        for (int attempt = 0;
                attempt < TRIES && !done && !Thread.currentThread().isInterrupted();
                attempt++) {
            broker = (broker + 1) % wire.brokers();
            if (version.isEmpty()) {
                Reply now = wire.operator(broker, "GET", "/api/v1/agents/" + host, Map.of());
                done = attempt > 0 && now.body().path("mode").asText().equals(wanted);
                version = now.ok() ? now.body().path("control_version").asText() : "";
            } else {
                Reply reply = wire.operator(
                        broker,
                        "PATCH",
                        "/api/v1/agents/" + host + "/control",
                        Map.of("mode", wanted, "force", true),
                        "If-Match",
                        "\"" + version + "\"");
                done = reply.ok();
                version = reply.status() == 412 ? "" : version;
            }
            Pause.millis(done || attempt == 0 ? 0 : 100);
        }
        changes.incrementAndGet();
        journal.mode(new ModeChange(new Span(since, clock.now()), host, mode, done));
        return broker;
    }

    /** Looks at a host's record while it is not online. */
    void look(String host, int broker) {
        Reply reply = wire.operator(broker, "GET", "/api/v1/agents/" + host, Map.of());
        if (reply.ok() && reply.body().has("drain")) {
            Set<String> persons = new HashSet<>();
            reply.body()
                    .path("sessions")
                    .forEach(session -> persons.add(session.path("user").asText()));
            int underWay = reply.body().path("drain").path("under_way").asInt();
            journal.record(new HostRecord(reply.span(), broker, host, persons, underWay));
        }
    }
}
