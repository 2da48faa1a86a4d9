package io.drover.cli;

import io.drover.scenario.SettingsOverlay;
import io.drover.scenario.parse.Durations;
import io.drover.simulate.Span;
import io.drover.simulate.Storm;
import io.drover.simulate.Storm.Arrivals;
import io.drover.simulate.Storm.Heartbeats;
import io.drover.simulate.StormHosts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A storm over equal hosts that is made of options. */
final class StormOptions {

    private static final int HOSTS = 10;
    private static final int LOGONS = 300;
    private static final double RATE = 10;
    private static final double LEAST_RATE = 1e-3;
    private static final Duration LOGON = Duration.ofSeconds(15);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(100);
    private static final Duration RETRY = Duration.ofSeconds(2);

    @Option(names = "--hosts", paramLabel = "NUMBER", description = "So many equal hosts (default: 10).")
    private @Nullable Integer hosts;

    @Option(names = "--logons", paramLabel = "NUMBER", description = "So many users (default: 300).")
    private @Nullable Integer logons;

    @Option(names = "--rate", paramLabel = "NUMBER", description = "So many users a second (default: 10).")
    private @Nullable Double rate;

    @Option(names = "--poisson", description = "Each comes at a time of its own instead of evenly.")
    private boolean poisson;

    @Option(names = "--visible-after", paramLabel = "TIME", description = "How long a logon takes (default: 15s).")
    private @Nullable String visibleAfter;

    @Option(names = "--stay", paramLabel = "TIME", description = "How long a session is there (default: to the end).")
    private @Nullable String stay;

    @Option(names = "--heartbeat", paramLabel = "TIME", description = "How often a host reports (default: 10s).")
    private @Nullable String heartbeat;

    @Option(
            names = "--max-logons",
            paramLabel = "NUMBER",
            description = "max_concurrent_logons of each host (default: no limit).")
    private @Nullable Integer maxLogons;

    boolean isGiven() {
        return !given().isEmpty();
    }

    /** The options that make a storm, as they were given. */
    String given() {
        return Stream.of(
                        hosts == null ? "" : "--hosts",
                        logons == null ? "" : "--logons",
                        rate == null ? "" : "--rate",
                        poisson ? "--poisson" : "",
                        visibleAfter == null ? "" : "--visible-after",
                        stay == null ? "" : "--stay",
                        heartbeat == null ? "" : "--heartbeat",
                        maxLogons == null ? "" : "--max-logons")
                .filter(option -> !option.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /**
     * The storm.
     *
     * @param seeds what chance is drawn from; none is 1
     * @throws ParameterException when an option is out of range
     */
    Storm storm(List<Long> seeds, CommandLine command) {
        int count = within("--hosts", hosts, HOSTS, Storm.MOST_HOSTS, command);
        int users = within("--logons", logons, LOGONS, Arrivals.MOST, command);
        Integer most = maxLogons == null ? null : within("--max-logons", maxLogons, 0, Integer.MAX_VALUE, command);
        Duration every = time("--heartbeat", heartbeat, command).orElse(HEARTBEAT);
        if (every.compareTo(SHORTEST_PERIOD) < 0) {
            throw new ParameterException(command, "--heartbeat must be at least 100ms.");
        }
        return new Storm(
                "%d hosts, %d logons".formatted(count, users),
                "",
                seeds.isEmpty() ? List.of(1L) : seeds,
                StormHosts.equal(count, most),
                "score",
                false,
                new Arrivals(users, rate(command), poisson),
                time("--visible-after", visibleAfter, command).map(Span::of).orElseGet(() -> Span.of(LOGON)),
                time("--stay", stay, command).map(Span::of).orElse(null),
                new Heartbeats(every, false),
                RETRY,
                List.of(),
                SettingsOverlay.none().complete(),
                List.of());
    }

    private double rate(CommandLine command) {
        double wanted = rate == null ? RATE : rate;
        if (!(wanted >= LEAST_RATE && wanted <= Arrivals.MOST_PER_SECOND)) {
            throw new ParameterException(
                    command, "--rate must be from 0.001 to %d.".formatted(Arrivals.MOST_PER_SECOND));
        }
        return wanted;
    }

    private static int within(String option, @Nullable Integer given, int byDefault, int most, CommandLine command) {
        if (given != null && (given < 1 || given > most)) {
            throw new ParameterException(command, "%s must be from 1 to %d.".formatted(option, most));
        }
        return given == null ? byDefault : given;
    }

    private static Optional<Duration> time(String option, @Nullable String given, CommandLine command) {
        if (given == null) {
            return Optional.empty();
        }
        Optional<Duration> time = Durations.parse(given).filter(parsed -> parsed.compareTo(Storm.LONGEST) <= 0);
        if (time.isEmpty()) {
            throw new ParameterException(
                    command, "%s must be a time like 15s or 1m30s, at most 24h, not \"%s\".".formatted(option, given));
        }
        return time;
    }
}
