package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes heartbeats in: reads them, puts them in order, sees to it that no host redirects users by itself, shows them to
 * this instance's view at once and hands them to the {@link HeartbeatWriter}. Safe for use by many threads; heartbeats
 * of one agent are taken in one after the other. Asks the database only when a host says something new of itself.
 */
public final class HeartbeatIntake {

    private static final int STRIPES = 1024;

    private final HostIdentities identities;
    private final BootConflicts conflicts;
    private final Function<String, Optional<Heartbeat>> lastKnown;
    private final Consumer<Heartbeat> view;
    private final HeartbeatWriter writer;
    private final InstantSource clock;
    private final ConcurrentHashMap<String, HeartbeatHistory> histories = new ConcurrentHashMap<>();
    private final Object[] stripes =
            IntStream.range(0, STRIPES).mapToObj(i -> new Object()).toArray();

    /**
     * An intake.
     *
     * @param lastKnown the newest heartbeat that the view has of an agent, from whichever instance
     * @param view is shown each heartbeat that is accepted
     * @param clock the database's clock; may throw while its time is not known
     */
    public HeartbeatIntake(
            HostIdentities identities,
            BootConflicts conflicts,
            Function<String, Optional<Heartbeat>> lastKnown,
            Consumer<Heartbeat> view,
            HeartbeatWriter writer,
            InstantSource clock) {
        this.identities = identities;
        this.conflicts = conflicts;
        this.lastKnown = lastKnown;
        this.view = view;
        this.writer = writer;
        this.clock = clock;
    }

    /**
     * Takes in the heartbeat of an agent whose credential was checked.
     *
     * @param json the body; a fault of the database leaves it untaken, as does a clock that is not known yet
     */
    public HeartbeatOutcome receive(String agentId, JsonNode json) {
        synchronized (stripes[Math.floorMod(agentId.hashCode(), STRIPES)]) {
            Instant receivedAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
            HeartbeatParser.Parsed parsed = HeartbeatParser.parse(agentId, json, receivedAt);
            if (parsed instanceof HeartbeatParser.Refused refused) {
                return new HeartbeatOutcome.Invalid(refused.violations());
            }
            return order(((HeartbeatParser.Read) parsed).report());
        }
    }

    private HeartbeatOutcome order(HeartbeatReport report) {
        Heartbeat next = report.heartbeat();
        HeartbeatHistory history = history(next.agentId());
        return switch (HeartbeatOrder.judge(history, next)) {
            case OLDER -> new HeartbeatOutcome.Older(report);
            case CONFLICT -> conflict(history, next);
            case ACCEPT -> accept(history, report);
        };
    }

    private HeartbeatOutcome conflict(@Nullable HeartbeatHistory history, Heartbeat refused) {
        if (history != null) {
            histories.put(refused.agentId(), history.remembering(refused));
            conflicts.seen(history, refused);
        }
        return new HeartbeatOutcome.Conflict();
    }

    private HeartbeatOutcome accept(@Nullable HeartbeatHistory history, HeartbeatReport report) {
        Heartbeat heartbeat = report.heartbeat();
        String agentId = heartbeat.agentId();
        HostIdentities.Outcome identity = identities.check(agentId, report.identity(), history != null);
        if (identity == HostIdentities.Outcome.UNKNOWN) {
            histories.remove(agentId);
            return new HeartbeatOutcome.UnknownAgent();
        }
        histories.put(agentId, history == null ? HeartbeatHistory.of(heartbeat) : history.followedBy(heartbeat));
        view.accept(heartbeat);
        writer.offer(report);
        return new HeartbeatOutcome.Accepted(report, identity == HostIdentities.Outcome.BARRED);
    }

    /** What this instance took in, and what others did since. */
    private @Nullable HeartbeatHistory history(String agentId) {
        HeartbeatHistory own = histories.get(agentId);
        Heartbeat known = lastKnown.apply(agentId).orElse(null);
        if (known == null) {
            return own;
        }
        if (own == null) {
            return HeartbeatHistory.of(known);
        }
        return known.receivedAt().isAfter(own.last().receivedAt()) ? own.followedBy(known) : own;
    }
}
