package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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

    /** This machine was suspended for a minute, and its own clock stood too; or the database's clock was set. */
    @Test
    void aLeapIsToldBeforeItIsShown() {
        List<Instant> told = told();
        clock.observe(NOON, NOON.plusMillis(1_010), NOON.plusMillis(20));
        clock.observe(NOON, NOON.plusMillis(61_010), NOON.plusMillis(20));
        clock.observe(NOON, NOON.plusMillis(61_010), NOON.plusMillis(20));

        assertThat(told).containsExactly(NOON.plusSeconds(1));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(61));
    }

    @Test
    void neitherTheFirstMeasurementNorALeapBackIsTold() {
        List<Instant> told = told();
        clock.observe(NOON, NOON.plusSeconds(3_600), NOON);
        clock.observe(NOON, NOON.plusSeconds(3_540), NOON);

        assertThat(told).isEmpty();
    }

    @Test
    void whatASlowAnswerOrADriftMayExplainIsNoLeap() {
        List<Instant> told = told();
        clock.observe(NOON, NOON, NOON);
        clock.observe(NOON, NOON.plusMillis(2_900), NOON);
        clock.observe(NOON, NOON.plusMillis(10_000), NOON.plusMillis(9_000));

        assertThat(told).isEmpty();
    }

    private List<Instant> told() {
        List<Instant> told = new ArrayList<>();
        clock.beforeLeaps(() -> told.add(clock.instant()));
        return told;
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
