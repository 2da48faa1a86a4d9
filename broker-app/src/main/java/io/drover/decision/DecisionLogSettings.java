package io.drover.decision;

import java.time.Duration;

/**
 * Limits of a {@link DecisionLog}.
 *
 * @param records most decisions that wait to be written
 * @param bytes about how much memory they may take
 * @param verdicts most verdicts that wait to be written, those of one epoch's beginning left aside
 * @param batch most decisions in one statement
 * @param linger how long the writer waits for more, once there is something to write
 * @param longestPause how long the writer waits at most before it tries again
 * @param closing how long {@link DecisionLog#stop} waits for what is left to be written
 * @param epoch how long an epoch lasts: a host whose verdict never changes is written once in each
 */
public record DecisionLogSettings(
        int records,
        long bytes,
        int verdicts,
        int batch,
        Duration linger,
        Duration longestPause,
        Duration closing,
        Duration epoch) {

    /** 20,000 decisions or 64 MB, 50,000 verdicts, 500 at once, 20 ms, 5 s, 5 s, an hour. */
    public static DecisionLogSettings defaults() {
        return new DecisionLogSettings(
                20_000,
                64L << 20,
                50_000,
                500,
                Duration.ofMillis(20),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofHours(1));
    }
}
