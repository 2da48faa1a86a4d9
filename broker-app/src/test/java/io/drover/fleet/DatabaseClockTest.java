package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private final DatabaseClock clock = new DatabaseClock(() -> NOON);

    @Test
    void showsTheLocalTimeUntilItIsMeasured() {
        assertThat(clock.instant()).isEqualTo(NOON);
    }

    @Test
    void whatIsKeptIsNotDatedBeforeItIsMeasured() {
        InstantSource kept = clock.onceMeasured();
        assertThat(clock.isMeasured()).isFalse();
        assertThatThrownBy(kept::instant).isInstanceOf(StorageUnavailableException.class);

        clock.observe(NOON, NOON.plusMillis(1_010), NOON.plusMillis(20));

        assertThat(clock.isMeasured()).isTrue();
        assertThat(kept.instant()).isEqualTo(NOON.plusSeconds(1));
    }

    @Test
    void theAnswerIsTakenToBeOfTheMiddleOfTheQuestion() {
        clock.observe(NOON, NOON.plusMillis(1_010), NOON.plusMillis(20));

        assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(1));
    }

    @Test
    void theQuickestOfTheLastMeasurementsCounts() {
        clock.observe(NOON, NOON.plusMillis(1_001), NOON.plusMillis(2));
        clock.observe(NOON, NOON.plusMillis(1_500), NOON.plusMillis(600));

        assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aMeasurementIsForgottenInTime() {
        clock.observe(NOON, NOON.plusMillis(1_001), NOON.plusMillis(2));
        for (int i = 0; i < 8; i++) {
            assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(1));
            clock.observe(NOON, NOON.plusMillis(1_025), NOON.plusMillis(20));
        }

        assertThat(clock.offset()).isEqualTo(Duration.ofMillis(1_015));
    }

    @Test
    void aClockThatWasSetIsNoticedWithTheNextMeasurement() {
        clock.observe(NOON, NOON.plusMillis(1_001), NOON.plusMillis(2));
        clock.observe(NOON, NOON.plusMillis(61_010), NOON.plusMillis(20));
        assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(61));

        clock.observe(NOON, NOON.minusMillis(59_990), NOON.plusMillis(20));
        assertThat(clock.offset()).isEqualTo(Duration.ofMinutes(-1));
    }
}
