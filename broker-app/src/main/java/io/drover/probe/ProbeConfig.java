package io.drover.probe;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code probes} of {@code config.yml}.
 *
 * @param enabled whether hosts are probed at all
 * @param interval how often each host is; 1 s to an hour
 * @param timeout how long a host may take to answer; 0.1 s to a minute
 * @param failures after how many probes in a row without an answer a host counts as dead; 1 to 100
 * @param atOnce probes under way at one time, at most; 1 to 1000. Each takes a thread
 */
public record ProbeConfig(boolean enabled, Duration interval, Duration timeout, int failures, int atOnce) {

    private static final int USUAL_INTERVAL = 20;
    private static final int USUAL_TIMEOUT = 3;
    private static final int USUAL_FAILURES = 3;
    private static final int USUAL_AT_ONCE = 32;

    /** Refuses what is out of range. */
    public ProbeConfig {
        within("interval_seconds", interval.toSeconds(), 1, 3600);
        within("timeout_seconds", timeout.toSeconds(), 1, 60);
        within("failures", failures, 1, 100);
        within("at_once", atOnce, 1, 1000);
    }

    private static void within(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("probes.%s must be %d to %d, not %d".formatted(key, least, most, value));
        }
    }

    /** What holds when nothing is set. */
    public static ProbeConfig defaults() {
        return of(null, null, null, null, null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static ProbeConfig of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("interval_seconds") @Nullable Integer intervalSeconds,
            @JsonProperty("timeout_seconds") @Nullable Integer timeoutSeconds,
            @JsonProperty("failures") @Nullable Integer failures,
            @JsonProperty("at_once") @Nullable Integer atOnce) {
        return new ProbeConfig(
                enabled == null || enabled,
                Duration.ofSeconds(intervalSeconds == null ? USUAL_INTERVAL : intervalSeconds),
                Duration.ofSeconds(timeoutSeconds == null ? USUAL_TIMEOUT : timeoutSeconds),
                failures == null ? USUAL_FAILURES : failures,
                atOnce == null ? USUAL_AT_ONCE : atOnce);
    }
}
