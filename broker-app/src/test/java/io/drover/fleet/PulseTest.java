package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PulseTest {

    private final AtomicLong nanos = new AtomicLong(-5);
    private final AtomicInteger standstills = new AtomicInteger();
    private final Pulse pulse = new Pulse(nanos::get, standstills::incrementAndGet);

    @Test
    void aPulseThatBeatsTellsNothing() {
        for (int i = 0; i < 100; i++) {
            goesBy(Duration.ofSeconds(3));
        }

        assertThat(standstills).hasValue(0);
    }

    @Test
    void eachStandstillIsToldOnce() {
        goesBy(Duration.ofMillis(3_001));
        goesBy(Duration.ofMillis(250));
        goesBy(Duration.ofHours(2));
        goesBy(Duration.ofMillis(250));

        assertThat(standstills).hasValue(2);
    }

    private void goesBy(Duration time) {
        nanos.addAndGet(time.toNanos());
        pulse.beat();
    }
}
