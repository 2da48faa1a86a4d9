package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PulseTest {

    private final AtomicLong nanos = new AtomicLong(-5);
    private final List<Duration> standstills = new ArrayList<>();
    private final Pulse pulse = new Pulse(nanos::get, standstills::add, () -> {});

    @Test
    void aPulseThatBeatsTellsNothing() {
        for (int i = 0; i < 100; i++) {
            goesBy(Duration.ofSeconds(3));
        }

        assertThat(standstills).isEmpty();
    }

    @Test
    void eachStandstillIsToldOnce() {
        goesBy(Duration.ofMillis(3_001));
        goesBy(Duration.ofMillis(250));
        goesBy(Duration.ofHours(2));
        goesBy(Duration.ofMillis(250));

        assertThat(standstills).containsExactly(Duration.ofMillis(3_001), Duration.ofHours(2));
    }

    @Test
    void anErrorDoesNotEndThePulse() throws InterruptedException {
        CountDownLatch rounds = new CountDownLatch(2);
        Pulse failing = new Pulse(nanos::get, standstills::add, () -> {
            rounds.countDown();
            throw new NoClassDefFoundError("the test says so");
        });
        failing.start();

        assertThat(rounds.await(20, TimeUnit.SECONDS)).isTrue();
        failing.stop();
    }

    private void goesBy(Duration time) {
        nanos.addAndGet(time.toNanos());
        pulse.beat();
    }
}
