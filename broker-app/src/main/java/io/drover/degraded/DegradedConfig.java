package io.drover.degraded;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code degraded} of {@code config.yml}.
 *
 * @param enabled whether users are placed while the database is away
 * @param longest for how long, from when the database is found to be away; 1 s to an hour
 */
public record DegradedConfig(boolean enabled, Duration longest) {

    private static final int USUAL_SECONDS = 300;
    private static final int MOST_SECONDS = 3_600;

    /** Refuses what is out of range. */
    public DegradedConfig {
        if (longest.compareTo(Duration.ofSeconds(1)) < 0 || longest.compareTo(Duration.ofSeconds(MOST_SECONDS)) > 0) {
            throw new IllegalArgumentException(
                    "degraded.seconds must be 1 to " + MOST_SECONDS + ", not " + longest.toSeconds());
        }
    }

    /** What holds when nothing is set: nobody is placed without the database. */
    public static DegradedConfig defaults() {
        return of(null, null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static DegradedConfig of(
            @JsonProperty("enabled") @Nullable Boolean enabled, @JsonProperty("seconds") @Nullable Integer seconds) {
        return new DegradedConfig(
                enabled != null && enabled, Duration.ofSeconds(seconds == null ? USUAL_SECONDS : seconds));
    }
}
