package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HeardTimeTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private final HeardTime heard = new HeardTime();

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }

    private Instant silentAt() {
        return heard.silentAt(START, Duration.ofSeconds(30));
    }

    @Test
    void allTimeCountsWhileEverythingIsHeard() {
        assertThat(silentAt()).isEqualTo(at(30));
    }

    @Test
    void nothingIsSilentWhileNothingIsHeard() {
        heard.lost(at(10));
        assertThat(silentAt()).isEqualTo(Instant.MAX);
    }

    @Test
    void whatWasSilentBeforeStaysSilent() {
        heard.lost(at(30));
        assertThat(silentAt()).isEqualTo(at(30));
        heard.regained(at(90));
        assertThat(silentAt()).isEqualTo(at(30));
    }

    @Test
    void theTimeInBetweenDoesNotCount() {
        heard.lost(at(10));
        heard.regained(at(90));
        assertThat(silentAt()).isEqualTo(at(30 + 80));
    }

    @Test
    void everyGapCountsAlsoOneThatTheOneBeforeBringsIn() {
        heard.lost(at(10));
        heard.regained(at(20));
        heard.lost(at(35));
        heard.regained(at(40));
        heard.lost(at(50));
        heard.regained(at(60));
        assertThat(silentAt()).isEqualTo(at(30 + 10 + 5));
    }

    @Test
    void whatWasBeforeItWasHeardDoesNotCount() {
        heard.lost(at(-60));
        heard.regained(at(-30));
        heard.lost(at(-5));
        heard.regained(at(5));
        assertThat(silentAt()).isEqualTo(at(35));
    }

    @Test
    void theEarliestLossCounts() {
        heard.lost(at(20));
        heard.lost(at(10));
        heard.lost(at(25));
        heard.regained(at(50));
        assertThat(silentAt()).isEqualTo(at(30 + 40));
    }

    @Test
    void aLossThatIsNoneChangesNothing() {
        heard.regained(at(10));
        heard.lost(at(20));
        heard.regained(at(20));
        assertThat(silentAt()).isEqualTo(at(30));
    }

    @Test
    void aLossThatIsSaidToBeginBeforeTheLastOneEndedCountsOnce() {
        heard.lost(at(10));
        heard.regained(at(20));
        heard.lost(at(18));
        heard.regained(at(25));
        assertThat(silentAt()).isEqualTo(at(30 + 10 + 5));
    }
}
