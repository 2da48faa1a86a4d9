package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.HostCount;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Asks the instances, now one, now another, how many users they take to be on their way to each host. */
final class Watcher implements Runnable {

    private static final int LONGEST_PAUSE_MILLIS = 1_500;

    private final Wire wire;
    private final Journal journal;
    private final AtomicBoolean over;
    private final Random random;

    Watcher(Wire wire, Journal journal, AtomicBoolean over, Random random) {
        this.wire = wire;
        this.journal = journal;
        this.over = over;
        this.random = random;
    }

    @Override
    public void run() {
        while (!over.get() && !Thread.currentThread().isInterrupted()) {
            look(random.nextInt(wire.brokers()));
            Pause.millis(random.nextInt(LONGEST_PAUSE_MILLIS));
        }
    }

    /** Asks what would be decided for somebody who never comes: the answer tells of every host. */
    void look(int broker) {
        Map<String, String> body = Map.of("username", "watcher", "connection_id", Gateway.CONNECTION);
        Reply reply = wire.gateway(broker, "/api/v1/broker/explain", body);
        if (reply.ok()) {
            reply.body()
                    .path("agents")
                    .forEach(host -> journal.count(new HostCount(
                            reply.span(),
                            broker,
                            host.path("agent_id").asText(),
                            host.path("facts").path("under_way").asInt())));
        }
    }
}
