package io.drover.collect;

import io.drover.collect.ExporterReading.Memory;
import io.drover.collect.ExporterReading.Row;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What the scrapes of one host showed so far: the last good value of each kind, and since when it is so old. For one
 * scrape at a time.
 */
final class HostMemory {

    /** How far apart two looks at one boot may seem: the exporter works the moment out anew whenever it starts. */
    private static final Duration SAME_BOOT = Duration.ofSeconds(60);

    private @Nullable CpuTimes times;
    private @Nullable Seen<Double> cpu;
    private @Nullable Seen<Memory> memory;
    private @Nullable Seen<List<Row>> sessions;
    private @Nullable Instant bootedAt;

    /**
     * Something that a scrape showed.
     *
     * @param at when, by the database's clock
     */
    record Seen<T>(T value, Instant at) {

        /** Whole seconds since. */
        int age(Instant now) {
            return (int) Math.max(0, Duration.between(at, now).toSeconds());
        }
    }

    /**
     * What is known of a host now.
     *
     * @param cpu percent; empty before two scrapes showed it
     * @param memory bytes
     * @param sessions all rows
     */
    record Known(Optional<Seen<Double>> cpu, Optional<Seen<Memory>> memory, Optional<Seen<List<Row>>> sessions) {}

    /** Begins with what another instance, or this one before it was restarted, reported last. */
    void begin(Heartbeat last) {
        Instant at = last.receivedAt();
        sessions = new Seen<>(last.sessions().stream().map(HostMemory::row).toList(), at);
        if (last.cpuPercent() != null) {
            cpu = new Seen<>(last.cpuPercent(), at);
        }
        bootedAt = last.bootedAt();
    }

    private static Row row(Session session) {
        return new Row(session.id(), "", session.user().text(), "", session.state());
    }

    /**
     * Takes in what a scrape showed. What a restart of the host made untrue is forgotten.
     *
     * @param now the database's time
     */
    Known after(ExporterReading reading, Instant now) {
        Duration uptime = reading.uptime();
        if (uptime != null) {
            forgetEarlierBoots(now.minus(uptime));
        }
        reading.cpu().ifPresent(next -> take(next, now));
        reading.memory().ifPresent(seen -> memory = new Seen<>(seen, now));
        reading.sessions().ifPresent(seen -> sessions = new Seen<>(seen, now));
        return new Known(Optional.ofNullable(cpu), Optional.ofNullable(memory), Optional.ofNullable(sessions));
    }

    private void forgetEarlierBoots(Instant booted) {
        Instant before = bootedAt;
        if (before != null && booted.isAfter(before.plus(SAME_BOOT))) {
            times = null;
            cpu = null;
            memory = null;
            sessions = null;
        }
        bootedAt = booted;
    }

    private void take(CpuTimes next, Instant now) {
        OptionalDouble percent = times == null ? OptionalDouble.empty() : next.percentSince(times);
        times = next;
        if (percent.isPresent()) {
            cpu = new Seen<>(percent.getAsDouble(), now);
        }
    }
}
