package io.drover.collect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one scrape showed of a host. What a collector of the exporter failed to show is not there.
 *
 * @param version the exporter's, empty when it does not say
 * @param failed the needed collectors that failed or are not switched on, sorted
 * @param hostname the host's own name
 * @param os what runs on it
 * @param osVersion and its version
 * @param cpu how busy the cores were since the boot
 * @param memory what there is and what is free
 * @param sessions all rows, those of the system too
 * @param bootedAt when the host booted, by its own clock
 * @param now the time by the host's own clock
 * @param duplicates metrics of which a series came twice
 */
record ExporterReading(
        String version,
        List<String> failed,
        @Nullable String hostname,
        @Nullable String os,
        @Nullable String osVersion,
        Optional<CpuTimes> cpu,
        Optional<Memory> memory,
        Optional<List<Row>> sessions,
        @Nullable Instant bootedAt,
        @Nullable Instant now,
        List<String> duplicates) {

    ExporterReading {
        failed = List.copyOf(failed);
        duplicates = List.copyOf(duplicates);
    }

    /** Bytes of physical memory. */
    record Memory(long total, long available) {}

    /**
     * A session as Windows has it.
     *
     * @param id its number, null when the exporter is too old to tell
     * @param station what it is connected to; empty while it is disconnected
     * @param user {@code DOMAIN\\user} or {@code user}, empty for none
     * @param client the name of the machine that the user sits at, empty when unknown
     * @param state a word of Windows in lower case
     */
    record Row(@Nullable Long id, String station, String user, String client, String state) {}

    /** How long the host has been up, which needs no other clock than its own; null when unknown. */
    @Nullable
    Duration uptime() {
        if (bootedAt == null || now == null) {
            return null;
        }
        Duration up = Duration.between(bootedAt, now);
        return up.isNegative() ? Duration.ZERO : up;
    }
}
