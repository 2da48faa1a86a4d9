package io.drover.collect;

import io.drover.collect.ExporterReading.Memory;
import io.drover.collect.ExporterReading.Row;
import io.drover.collect.exposition.Exposition;
import io.drover.collect.exposition.ExpositionException;
import io.drover.collect.exposition.ExpositionParser;
import io.drover.collect.exposition.Sample;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Understands the text of {@code windows_exporter}, of 0.31 and, as far as names differ, of older ones. For one text,
 * by one thread.
 */
final class ExporterReader {

    private static final String SUCCESS = "windows_exporter_collector_success";
    private static final String TIMEOUT = "windows_exporter_collector_timeout";
    private static final String BUILD = "windows_exporter_build_info";
    private static final String SESSION = "windows_terminal_services_session_info";
    private static final String CPU = "windows_cpu_time_total";
    private static final String OS = "windows_os_info";
    private static final String TERMINAL_SERVICES = "terminal_services";
    private static final List<String> NEEDED = List.of("cpu", "memory", "os", "system", TERMINAL_SERVICES);

    private static final List<String> MEMORY_TOTAL = List.of(
            "windows_memory_physical_total_bytes",
            "windows_cs_physical_memory_bytes",
            "windows_os_visible_memory_bytes");
    private static final List<String> MEMORY_FREE = List.of(
            "windows_memory_physical_free_bytes",
            "windows_memory_available_bytes",
            "windows_os_physical_memory_free_bytes");
    private static final List<String> NOW = List.of("windows_time_current_timestamp_seconds", "windows_os_time");
    private static final List<String> BOOTED = List.of(
            "windows_system_boot_time_timestamp",
            "windows_system_boot_time_timestamp_seconds",
            "windows_system_system_up_time");
    private static final List<String> HOSTNAME = List.of("windows_os_hostname", "windows_cs_hostname");

    /** What else an exporter tells, of each process for example, is a multiple of it, and of any length. */
    private static final Set<String> WANTED = Stream.of(
                    List.of(SUCCESS, TIMEOUT, BUILD, SESSION, CPU, OS),
                    MEMORY_TOTAL,
                    MEMORY_FREE,
                    NOW,
                    BOOTED,
                    HOSTNAME)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());

    /** Interrupts and deferred calls are part of what is privileged. */
    private static final Set<String> BUSY = Set.of("privileged", "user");

    private static final double LATEST_SECOND = 32_503_680_000.0;

    private final Exposition text;
    private final @Nullable Instant date;
    private final Set<String> failed = new TreeSet<>();

    private ExporterReader(Exposition text, @Nullable Instant date) {
        this.text = text;
        this.date = date;
    }

    /**
     * Reads what an exporter answered.
     *
     * @param date when, by the host's own clock; null when it did not say
     * @throws ExpositionException when it is not the Prometheus text format
     */
    static ExporterReading read(String body, @Nullable Instant date) throws ExpositionException {
        return new ExporterReader(ExpositionParser.parse(body, WANTED::contains), date).read();
    }

    private ExporterReading read() {
        NEEDED.stream().filter(collector -> !worked(collector)).forEach(failed::add);
        Optional<List<Row>> sessions = sessions();
        Optional<CpuTimes> cpu = of("cpu", this::cpu);
        Optional<Memory> memory = of("memory", this::memory);
        Instant now = moment(NOW).orElse(date);
        Instant booted = moment(BOOTED).orElse(null);
        return new ExporterReading(
                label(BUILD, "version"),
                List.copyOf(failed),
                hostname(),
                nullIfEmpty(label(OS, "product")),
                nullIfEmpty(label(OS, "version")),
                cpu,
                memory,
                sessions,
                failed.contains("system") ? null : booted,
                now,
                text.duplicates().stream().sorted().toList());
    }

    /** An exporter that says nothing of a collector has it not switched on, or filters it out. */
    private boolean worked(String collector) {
        return is(SUCCESS, collector, 1) && !ranOutOfTime(collector);
    }

    private boolean ranOutOfTime(String collector) {
        return is(TIMEOUT, collector, 1);
    }

    private boolean is(String metric, String collector, double value) {
        return text.samples(metric).stream()
                .anyMatch(sample -> sample.label("collector").equals(collector) && sample.value() == value);
    }

    private interface Part<T> {
        Optional<T> read();
    }

    /** A collector that worked and shows nothing of what is needed is no better than one that failed. */
    private <T> Optional<T> of(String collector, Part<T> part) {
        if (failed.contains(collector)) {
            return Optional.empty();
        }
        Optional<T> read = part.read();
        if (read.isEmpty()) {
            failed.add(collector);
        }
        return read;
    }

    private Optional<CpuTimes> cpu() {
        Map<String, Double> idle = new HashMap<>();
        Map<String, Double> busy = new HashMap<>();
        for (Sample sample : text.samples(CPU)) {
            String core = sample.label("core");
            if (!core.contains("_Total") && Double.isFinite(sample.value())) {
                if (sample.label("mode").equals("idle")) {
                    idle.put(core, sample.value());
                } else if (BUSY.contains(sample.label("mode"))) {
                    busy.merge(core, sample.value(), Double::sum);
                }
            }
        }
        idle.keySet().retainAll(busy.keySet());
        Map<String, CpuTimes.Core> cores = new HashMap<>();
        idle.forEach((core, seconds) -> cores.put(core, new CpuTimes.Core(seconds, busy.getOrDefault(core, 0.0))));
        return cores.isEmpty() ? Optional.empty() : Optional.of(new CpuTimes(cores));
    }

    private Optional<Memory> memory() {
        OptionalDouble total = first(MEMORY_TOTAL);
        OptionalDouble free = first(MEMORY_FREE);
        if (total.isEmpty() || free.isEmpty() || total.getAsDouble() < 1 || free.getAsDouble() < 0) {
            return Optional.empty();
        }
        return Optional.of(new Memory((long) total.getAsDouble(), (long) free.getAsDouble()));
    }

    /**
     * Each session has a series for each state, of which one is 1. The collector lists all sessions at once, and only
     * then looks at counters of them that nobody needs here. Where Windows has none, because it speaks another language
     * or lacks the role of a session host, the collector fails every time, and the list is whole.
     */
    private Optional<List<Row>> sessions() {
        List<Sample> samples = text.samples(SESSION);
        if (samples.isEmpty() || ranOutOfTime(TERMINAL_SERVICES)) {
            failed.add(TERMINAL_SERVICES);
            return Optional.empty();
        }
        failed.remove(TERMINAL_SERVICES);
        return Optional.of(samples.stream()
                .filter(sample -> sample.value() == 1)
                .map(ExporterReader::row)
                .toList());
    }

    private static Row row(Sample sample) {
        return new Row(
                id(sample.label("id")),
                sample.label("session_name"),
                sample.label("user"),
                sample.label("host"),
                sample.label("state"));
    }

    private static @Nullable Long id(String text) {
        try {
            return text.isEmpty() ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private @Nullable String hostname() {
        String fqdn = HOSTNAME.stream()
                .map(metric -> label(metric, "fqdn"))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElseGet(() -> label(HOSTNAME.get(0), "hostname"));
        return failed.contains("os") ? null : nullIfEmpty(fqdn);
    }

    private String label(String metric, String label) {
        return text.samples(metric).stream()
                .map(sample -> sample.label(label))
                .findFirst()
                .orElse("");
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    private OptionalDouble first(List<String> metrics) {
        for (String metric : metrics) {
            OptionalDouble value = text.value(metric);
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }

    private Optional<Instant> moment(List<String> metrics) {
        OptionalDouble seconds = first(metrics);
        return seconds.isPresent() && seconds.getAsDouble() > 0 && seconds.getAsDouble() < LATEST_SECOND
                ? Optional.of(Instant.ofEpochMilli((long) (seconds.getAsDouble() * 1000)))
                : Optional.empty();
    }
}
