package io.drover.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.drover.scenario.SettingsOverlay;
import io.drover.simulate.Storm.Arrivals;
import io.drover.simulate.Storm.Heartbeats;
import io.drover.simulate.Storm.Outage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What happens in a storm, whoever balances. */
class StormRunTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Ten users, one a second, whose logons take two seconds and a half. */
    private static Storm storm(Duration stay, List<Outage> outages) {
        return new Storm(
                "test",
                "",
                List.of(1L),
                StormHosts.equal(2, 2),
                "score",
                false,
                new Arrivals(10, 1, false),
                Span.of(Duration.ofMillis(2500)),
                stay.isZero() ? null : Span.of(stay),
                new Heartbeats(SECOND, true),
                SECOND,
                outages,
                SettingsOverlay.none().complete(),
                List.of());
    }

    private static RunResult run(Storm storm, Function<Comparison.Moment, Optional<HostReport>> way) {
        Comparison comparison = new Comparison() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Optional<HostReport> pick(Moment moment) {
                return way.apply(moment);
            }
        };
        return new Simulator(Map.of(), List.of(comparison)).run(storm).results().get(0);
    }

    private static Optional<HostReport> first(Comparison.Moment moment) {
        return moment.hosts().stream().findFirst();
    }

    private static Optional<HostReport> firstThatAnswers(Comparison.Moment moment) {
        return moment.hosts().stream()
                .filter(host -> moment.answers().test(host.id()))
                .findFirst();
    }

    @Test
    void logonsAtOnceAreThoseOfTheTimeThatALogonTakes() {
        RunResult run = run(storm(Duration.ZERO, List.of()), StormRunTest::first);

        assertThat(run.hosts()).extracting(HostResult::users).containsExactly(10, 0);
        assertThat(run.hosts()).extracting(HostResult::worstLogons).containsExactly(3, 0);
        assertThat(Figure.OVER_LIMIT.of(run)).isEqualTo(1);
        assertThat(Figure.OFF_SHARE.of(run)).isEqualTo(5);
        assertThat(run.worstSpread()).isEqualTo(10);
    }

    @Test
    void aHeartbeatShowsSessionsOnceTheLogonIsThrough() {
        int[] most = new int[1];
        run(storm(Duration.ZERO, List.of()), moment -> {
            most[0] = Math.max(most[0], moment.hosts().get(0).activeSessions());
            return first(moment);
        });

        assertThat(most[0]).isEqualTo(6);
    }

    @Test
    void sessionsEndAfterTheirStay() {
        RunResult run = run(storm(Duration.ofSeconds(2), List.of()), StormRunTest::first);

        assertThat(run.worstSpread()).isEqualTo(5);
        assertThat(run.hosts().get(0).users()).isLessThan(5);
    }

    @Test
    void aHostThatFailsLosesItsUsersAndTheyAskAgain() {
        Outage outage = new Outage("host-01", Duration.ofMillis(4500), null);

        RunResult run = run(storm(Duration.ZERO, List.of(outage)), StormRunTest::firstThatAnswers);

        assertThat(run.hosts()).extracting(HostResult::up).containsExactly(false, true);
        assertThat(run.hosts()).extracting(HostResult::users).containsExactly(0, 10);
        assertThat(run.hosts()).extracting(HostResult::placed).containsExactly(5, 10);
        assertThat(run.failed()).isZero();
        assertThat(run.spreadAtEnd()).as("of the hosts that are up").isZero();
    }

    @Test
    void whoIsSentToAHostThatIsDownTriesTwentyTimes() {
        Outage outage = new Outage("host-01", Duration.ofMillis(4500), null);

        RunResult run = run(storm(Duration.ZERO, List.of(outage)), StormRunTest::first);

        assertThat(run.failed())
                .as("ten users, before the host counts as offline")
                .isEqualTo(200);
        assertThat(run.hosts()).allMatch(host -> host.users() == 0);
    }

    @Test
    void whatBeganBeforeAFailureEndsWithIt() {
        Outage outage = new Outage("host-01", Duration.ofMillis(4500), Duration.ofMillis(100));

        RunResult run = run(storm(Duration.ofSeconds(20), List.of(outage)), StormRunTest::first);

        assertThat(run.hosts()).extracting(HostResult::users).as("no early end").containsExactly(10, 0);
    }

    @Test
    void nobodyIsPlacedWhereThereIsNoHost() {
        RunResult run = run(storm(Duration.ZERO, List.of()), moment -> Optional.empty());

        assertThat(run.refused()).as("twenty tries each").isEqualTo(200);
        assertThat(run.hosts()).allMatch(host -> host.users() == 0);
    }

    @Test
    void poissonArrivalsHaveTheRate() {
        Storm even = storm(Duration.ZERO, List.of());
        Storm random = new Storm(
                "test",
                "",
                List.of(1L),
                even.hosts(),
                "score",
                false,
                new Arrivals(2000, 10, true),
                even.visibleAfter(),
                null,
                even.heartbeats(),
                SECOND,
                List.of(),
                even.settings(),
                List.of());

        Course course = run(random, StormRunTest::first).course();

        assertThat(course.changes().get(1999).at().toMillis()).isCloseTo(200_000L, within(10_000L));
    }
}
