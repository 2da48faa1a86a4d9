package io.drover.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.drover.http.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts wrong credentials by the address they come from. After {@value #LIMIT} of them within a minute, that address's
 * further wrong ones are answered with 429 until the minute is over. A right credential always passes: the keys are too
 * long to guess, and one broken agent must not lock out the fleet behind the same address. Safe for use by many
 * threads.
 */
final class FailedAttempts {

    static final int LIMIT = 20;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FailedAttempts.class);
    private static final int MAX_ADDRESSES = 20_000;

    private final InstantSource clock;
    private final Cache<String, Window> windows;

    FailedAttempts(InstantSource clock) {
        this.clock = clock;
        this.windows = Caffeine.newBuilder()
                .maximumSize(MAX_ADDRESSES)
                .expireAfterWrite(WINDOW)
                .ticker(() -> clock.millis() * 1_000_000)
                .build();
    }

    /**
     * Counts one more, and says how it is answered: 401, or 429 once there were too many.
     *
     * @param sentence what people are told with the 401
     */
    ApiException count(String address, String sentence) {
        Window window = windows.get(address, any -> new Window(clock.instant().plus(WINDOW), new AtomicInteger()));
        int count = window.count().incrementAndGet();
        if (count <= LIMIT) {
            return new ApiException(401, "invalid_credential", sentence);
        }
        if (count == LIMIT + 1) {
            LOG.warn("Too many wrong credentials from {}: refused until {}", address, window.end());
        }
        return new ApiException(429, "throttled", "too many wrong credentials from this address")
                .withRetryAfter(Duration.between(clock.instant(), window.end()));
    }

    private record Window(Instant end, AtomicInteger count) {}
}
