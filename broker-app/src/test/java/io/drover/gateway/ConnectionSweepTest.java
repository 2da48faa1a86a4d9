package io.drover.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionSweepTest {

    private long seconds;
    private boolean away;
    private int swept;
    private final ConnectionSweep sweep = new ConnectionSweep(
            this::sweep,
            Duration.ofSeconds(90),
            () -> Duration.ofSeconds(seconds).toNanos());

    private void sweep() {
        if (away) {
            throw new IllegalStateException("the database is away");
        }
        swept++;
    }

    @Test
    void runsEachTime() {
        sweep.run();
        sweep.run();
        assertThat(swept).isEqualTo(2);
    }

    @Test
    void waitsUntilGatewaysCouldSpeakAgainAfterItFailed() {
        away = true;
        sweep.run();
        away = false;
        seconds = 89;
        sweep.run();
        assertThat(swept).isZero();
        seconds = 90;
        sweep.run();
        seconds = 91;
        sweep.run();
        assertThat(swept).isEqualTo(2);
    }
}
