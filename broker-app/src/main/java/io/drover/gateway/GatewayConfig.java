package io.drover.gateway;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code gateway} of {@code config.yml}.
 *
 * @param silence how long an open connection holds that no gateway renews; 1 s to a day
 */
public record GatewayConfig(Duration silence) {

    private static final int USUAL_SECONDS = 90;
    private static final int MOST_SECONDS = 86_400;

    /** Refuses what is out of range. */
    public GatewayConfig {
        if (silence.compareTo(Duration.ofSeconds(1)) < 0 || silence.compareTo(Duration.ofSeconds(MOST_SECONDS)) > 0) {
            throw new IllegalArgumentException(
                    "gateway.silence_seconds must be 1 to " + MOST_SECONDS + ", not " + silence.toSeconds());
        }
    }

    /** What holds when nothing is set. */
    public static GatewayConfig defaults() {
        return of(null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static GatewayConfig of(@JsonProperty("silence_seconds") @Nullable Integer silenceSeconds) {
        return new GatewayConfig(Duration.ofSeconds(silenceSeconds == null ? USUAL_SECONDS : silenceSeconds));
    }
}
