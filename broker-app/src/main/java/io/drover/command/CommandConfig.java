package io.drover.command;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code commands} of {@code config.yml}.
 *
 * @param lifetime how long a command may wait for its agent; 10 s to a week
 * @param most how many commands may wait for one agent; 1 to 100,000
 */
public record CommandConfig(Duration lifetime, int most) {

    private static final int USUAL_LIFETIME = 600;
    private static final int USUAL_MOST = 1000;
    private static final int WEEK = 7 * 86_400;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LEAST_LIFETIME = 10;
    private static final int MOST = 100_000;

    /** Refuses what is out of range. */
    public CommandConfig {
        within("lifetime_seconds", lifetime.toSeconds(), LEAST_LIFETIME, WEEK);
        within("most_waiting", most, 1, MOST);
    }

    private static void within(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "commands.%s must be %d to %d, not %d".formatted(key, least, most, value));
        }
    }

    /** What holds when nothing is set. */
    public static CommandConfig defaults() {
        return of(null, null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static CommandConfig of(
            @JsonProperty("lifetime_seconds") @Nullable Integer lifetimeSeconds,
            @JsonProperty("most_waiting") @Nullable Integer mostWaiting) {
        return new CommandConfig(
                Duration.ofSeconds(lifetimeSeconds == null ? USUAL_LIFETIME : lifetimeSeconds),
                mostWaiting == null ? USUAL_MOST : mostWaiting);
    }

    /** The section as the service uses it. */
    public CommandService.Limits limits() {
        return new CommandService.Limits(lifetime, most, PATIENCE);
    }
}
