package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.Placement;
import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Placement.Reason;
import io.drover.benchmarks.history.Placement.Refused;
import io.drover.benchmarks.history.Placement.Unknown;
import io.drover.benchmarks.history.Report;
import io.drover.benchmarks.history.Span;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Guacamole does: asks for a host, again and elsewhere until it is told, and reports. Safe for use by many
 * threads.
 */
final class Gateway {

    static final String CONNECTION = "101";
    private static final int TRIES = 10;
    private static final long BETWEEN_TRIES_MILLIS = 150;

    private final RunClock clock;
    private final Wire wire;
    private final Journal journal;
    private final AtomicLong actions = new AtomicLong();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger forgotten = new AtomicInteger();
    private final Map<String, String> lastHosts = new ConcurrentHashMap<>();

    /** Where a user was sent. */
    record Visit(String person, String host, String decision) {}

    Gateway(RunClock clock, Wire wire, Journal journal) {
        this.clock = clock;
        this.wire = wire;
        this.journal = journal;
    }

    /** Placements and refusals that were answered. */
    int answered() {
        return answered.get();
    }

    String summary() {
        return "%d answers, %d of them refusals; %d requests without an answer or with storage_unavailable; %d reports of placements that no instance knew"
                .formatted(answered.get(), refused.get(), unanswered.get(), forgotten.get());
    }

    /** Users who were sent to the host last. */
    List<String> lastSentTo(String host, int most) {
        return lastHosts.entrySet().stream()
                .filter(last -> last.getValue().equals(host))
                .map(Map.Entry::getKey)
                .limit(most)
                .toList();
    }

    /** A name in one of the ways in which users type it. */
    static String spelt(String person, int way) {
        return switch (Math.floorMod(way, 4)) {
            case 0 -> person;
            case 1 -> "CORP\\" + person;
            case 2 -> person + "@corp.example";
            default -> person.toUpperCase(Locale.ROOT);
        };
    }

    /** Places a user, beginning at that instance; empty when refused, or when nobody answered for long. */
    Optional<Visit> place(String person, String spelling, int first, Set<String> excluded) {
        Map<String, Object> body = new HashMap<>(Map.of(
                "username",
                spelling,
                "connection_id",
                CONNECTION,
                "request_id",
                "action-" + actions.incrementAndGet(),
                "exclude_agent_ids",
                List.copyOf(excluded)));
        long since = clock.now();
        for (int attempt = 0; attempt < TRIES && !Thread.currentThread().isInterrupted(); attempt++) {
            Reply reply = wire.gateway((first + attempt) % wire.brokers(), "/api/v1/broker/resolve", body);
            Placement.Answer answer = answer(reply);
            boolean placed = answer instanceof Placed;
            journal.placement(new Placement(reply.span(), since, reply.broker(), person, excluded, answer, placed));
            if (answer instanceof Placed to) {
                answered.incrementAndGet();
                lastHosts.put(person, to.host());
                return Optional.of(new Visit(person, to.host(), to.decision()));
            }
            if (answer instanceof Refused) {
                answered.incrementAndGet();
                refused.incrementAndGet();
                return Optional.empty();
            }
            unanswered.incrementAndGet();
            Pause.millis(BETWEEN_TRIES_MILLIS);
        }
        return Optional.empty();
    }

    private Placement.Answer answer(Reply reply) {
        if (reply.ok()) {
            return new Placed(
                    reply.body().path("agent_id").asText(),
                    Reason.valueOf(reply.body()
                            .path("reason")
                            .asText()
                            .replace('-', '_')
                            .toUpperCase(Locale.ROOT)),
                    clock.of(Instant.parse(reply.body().path("lease_expires").asText())),
                    reply.body().path("decision_id").asText());
        }
        return reply.isOpen() ? new Unknown(reply.text()) : new Refused(reply.code());
    }

    /** Reports until it is heard; a placement that no instance knows any more is let be. */
    void report(Visit visit, Report.Kind kind) {
        String path = "/api/v1/broker/placements/" + visit.decision() + "/"
                + kind.name().toLowerCase(Locale.ROOT);
        long since = clock.now();
        boolean open = false;
        boolean heard = false;
        int broker = Math.floorMod(visit.decision().hashCode(), wire.brokers());
        for (int attempt = 0; attempt < 2 * TRIES && !Thread.currentThread().isInterrupted(); attempt++) {
            Reply reply = wire.gateway(broker, path, Map.of("node_id", "gateway-1"));
            heard = reply.ok();
            if (heard) {
                break;
            }
            open |= reply.isOpen();
            broker = (broker + 1) % wire.brokers();
            Pause.millis(BETWEEN_TRIES_MILLIS);
        }
        if (heard || open) {
            Span span = new Span(since, clock.now());
            journal.report(
                    broker, new Report(span, visit.decision(), visit.person(), visit.host(), kind, heard, heard));
        } else {
            forgotten.incrementAndGet();
        }
    }
}
