package io.drover.fleet;

import static io.drover.fleet.HeartbeatOrder.Verdict.ACCEPT;
import static io.drover.fleet.HeartbeatOrder.Verdict.CONFLICT;
import static io.drover.fleet.HeartbeatOrder.Verdict.OLDER;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeartbeatOrderTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private @Nullable HeartbeatHistory history;

    @Test
    void theFirstOneIsAccepted() {
        assertThat(arrives("b1", 7L, 0)).isEqualTo(ACCEPT);
    }

    @Test
    void withinABootTheNumberCountsAndNotTheArrival() {
        arrives("b1", 12L, 0);

        assertThat(arrives("b1", 11L, 1)).isEqualTo(OLDER);
        assertThat(arrives("b1", 12L, 2)).as("the same one again").isEqualTo(OLDER);
        assertThat(arrives("b1", 13L, 3)).isEqualTo(ACCEPT);
    }

    @Test
    void numbersCountWithoutABootIdToo() {
        arrives(null, 12L, 0);

        assertThat(arrives(null, 11L, 1)).isEqualTo(OLDER);
        assertThat(arrives(null, 13L, 2)).isEqualTo(ACCEPT);
    }

    @Test
    void aRestartBeginsAtOneAgain() {
        arrives("b1", 900L, 0);

        assertThat(arrives("b2", 1L, 60)).isEqualTo(ACCEPT);
        assertThat(arrives("b2", 2L, 70)).isEqualTo(ACCEPT);
    }

    @Test
    void withoutNumbersTheOrderOfArrivalCounts() {
        arrives(null, null, 0);

        assertThat(arrives(null, null, 10)).isEqualTo(ACCEPT);
        assertThat(arrives(null, null, 9)).isEqualTo(OLDER);
    }

    @Test
    void aLateHeartbeatOfTheBootBeforeIsOlder() {
        arrives("b1", 11L, 0);
        arrives("b1", 12L, 10);
        arrives("b2", 1L, 60);

        assertThat(arrives("b1", 11L, 61)).isEqualTo(OLDER);
        assertThat(arrives("b2", 2L, 70)).isEqualTo(ACCEPT);
    }

    @Test
    void alternatingBootsAreAConflictAndTheNewerBootStays() {
        assertThat(arrives("x1", 5L, 0)).isEqualTo(ACCEPT);
        assertThat(arrives("y1", 9L, 1)).isEqualTo(ACCEPT);
        assertThat(arrives("x1", 6L, 2)).isEqualTo(CONFLICT);
        assertThat(arrives("y1", 10L, 3)).isEqualTo(ACCEPT);
        assertThat(arrives("x1", 7L, 4)).isEqualTo(CONFLICT);
        assertThat(arrives("x1", 7L, 5)).as("the same one again").isEqualTo(OLDER);
    }

    @Test
    void alternatingBootsWithoutNumbersAreAConflictToo() {
        arrives("x1", null, 0);
        arrives("y1", null, 1);

        assertThat(arrives("x1", null, 2)).isEqualTo(CONFLICT);
    }

    @Test
    void manyBootsLaterTheFirstOnesAreForgotten() {
        for (int boot = 0; boot < 20; boot++) {
            assertThat(arrives("b" + boot, 1L, boot)).isEqualTo(ACCEPT);
        }

        assertThat(Objects.requireNonNull(history).earlierBoots()).hasSizeLessThan(10);
        assertThat(arrives("b18", 2L, 30)).isEqualTo(CONFLICT);
    }

    @Test
    void aHeartbeatThatAnotherInstanceReceivedBeforeIsOlder() {
        arrives("b2", 1L, 10);

        assertThat(arrives("b1", 900L, 9)).isEqualTo(OLDER);
    }

    @Test
    void withoutABootIdAYoungUptimeShowsARestart() {
        history = HeartbeatHistory.of(uptime(900L, 0, 5000));

        assertThat(HeartbeatOrder.judge(history, uptime(899L, 2, 4990))).isEqualTo(OLDER);
        assertThat(HeartbeatOrder.judge(history, uptime(1L, 90, 30))).isEqualTo(ACCEPT);
    }

    @Test
    void afterALongSilenceAnythingCounts() {
        arrives("b1", 900L, 0);
        arrives("b2", 900L, 1);

        assertThat(HeartbeatOrder.judge(history, beat("b2", 1L, 300))).isEqualTo(OLDER);
        assertThat(HeartbeatOrder.judge(history, beat("b2", 1L, 302))).isEqualTo(ACCEPT);
        assertThat(HeartbeatOrder.judge(history, beat("b1", 1L, 302))).isEqualTo(ACCEPT);
    }

    private HeartbeatOrder.Verdict arrives(@Nullable String bootId, @Nullable Long seq, int second) {
        Heartbeat next = beat(bootId, seq, second);
        HeartbeatOrder.Verdict verdict = HeartbeatOrder.judge(history, next);
        if (verdict == ACCEPT) {
            history = history == null ? HeartbeatHistory.of(next) : history.followedBy(next);
        } else if (verdict == CONFLICT && history != null) {
            history = history.remembering(next);
        }
        return verdict;
    }

    private static Heartbeat beat(@Nullable String bootId, @Nullable Long seq, int second) {
        return Reports.of("a1", NOON.plusSeconds(second), bootId, seq).heartbeat();
    }

    private static Heartbeat uptime(long seq, int second, long uptime) {
        return new Heartbeat(
                "a1", null, seq, NOON.plusSeconds(second), null, null, null, null, null, List.of(), List.of(), uptime);
    }
}
