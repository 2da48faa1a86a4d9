package io.drover.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Waits for what the broker does in the background.
 *
 * @param clock tells when it is too late
 */
record Patience(InstantSource clock) {

    private static final Duration ENOUGH = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /**
     * Asks until there is an answer.
     *
     * @param complaint what is said when there is none after half a minute
     */
    <T> T await(Supplier<Optional<T>> question, String complaint) throws InterruptedException {
        Instant end = clock.instant().plus(ENOUGH);
        while (true) {
            Optional<T> answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (clock.instant().isAfter(end)) {
                throw new DemoException(complaint);
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }
}
