package io.drover.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.fleet.Agent;
import io.drover.fleet.AgentBuilder;
import io.drover.fleet.ProbeState;
import io.drover.fleet.Probed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TracksTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(20);

    private final Tracks tracks = new Tracks(INTERVAL, 3);
    private final List<Track> underWay = new ArrayList<>();
    private Instant now = START;

    @Test
    void threeFailuresInARowCountAndOneAnswerEndsThem() {
        follow(agent("h1"));

        assertThat(probe("h1", ProbeState.SILENT).state()).isEqualTo(ProbeState.UNKNOWN);
        assertThat(probe("h1", ProbeState.SILENT).state()).isEqualTo(ProbeState.UNKNOWN);
        assertThat(probe("h1", ProbeState.SILENT).state()).isEqualTo(ProbeState.SILENT);
        assertThat(probe("h1", ProbeState.ANSWERS).state()).isEqualTo(ProbeState.ANSWERS);
        assertThat(probe("h1", ProbeState.REFUSED).state()).isEqualTo(ProbeState.ANSWERS);
        assertThat(probe("h1", ProbeState.REFUSED).failures()).isEqualTo(2);
        assertThat(probe("h1", ProbeState.REFUSED).state()).isEqualTo(ProbeState.REFUSED);
    }

    @Test
    void anAnswerInBetweenBeginsTheCountAnew() {
        follow(agent("h1"));
        probe("h1", ProbeState.SILENT);
        probe("h1", ProbeState.SILENT);
        probe("h1", ProbeState.ANSWERS);
        probe("h1", ProbeState.SILENT);

        assertThat(probe("h1", ProbeState.SILENT).state()).isEqualTo(ProbeState.ANSWERS);
    }

    @Test
    void aHostThatWasNeverReachedStaysUnknown() {
        follow(agent("h1"), agent("h2"));
        probe("h2", ProbeState.ANSWERS);

        assertThat(failing("h1", ProbeState.UNREACHABLE).state()).isEqualTo(ProbeState.UNKNOWN);
    }

    @Test
    void aHostThatWasReachedBeforeIsUnreachable() {
        follow(agent("h1"), agent("h2"));
        probe("h1", ProbeState.ANSWERS);
        probe("h2", ProbeState.ANSWERS);

        assertThat(failing("h1", ProbeState.UNREACHABLE).state()).isEqualTo(ProbeState.UNREACHABLE);
    }

    @Test
    void whenNoHostCanBeReachedNoneIsToBlame() {
        follow(agent("h1"), agent("h2"));
        probe("h1", ProbeState.ANSWERS);
        probe("h2", ProbeState.ANSWERS);
        probe("h2", ProbeState.UNREACHABLE);

        assertThat(failing("h1", ProbeState.UNREACHABLE).state()).isEqualTo(ProbeState.UNKNOWN);
        assertThat(failing("h2", ProbeState.UNREACHABLE).state()).isEqualTo(ProbeState.UNKNOWN);
    }

    @Test
    void anotherAddressIsProbedFromTheBeginning() {
        follow(agent("h1"));
        failing("h1", ProbeState.REFUSED);
        follow(agent("h1", "elsewhere"));

        assertThat(probe("h1", ProbeState.REFUSED).state()).isEqualTo(ProbeState.UNKNOWN);
    }

    @Test
    void whatWasFoundOfAHostThatIsAwayIsForgotten() {
        follow(agent("h1"), agent("h2"));
        failing("h1", ProbeState.SILENT);

        assertThat(tracks.follow(List.of(agent("h2")), now))
                .extracting(Probed::agentId, Probed::state)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("h1", ProbeState.UNKNOWN));
        assertThat(tracks.follow(List.of(agent("h2")), now)).isEmpty();
    }

    @Test
    void hostsAreSpreadOverTheIntervalAndEachIsProbedOnceInIt() {
        tracks.follow(IntStream.range(0, 400).mapToObj(i -> agent("host-" + i)).toList(), START);
        Set<String> probed = new HashSet<>();
        for (int second = 1; second <= INTERVAL.toSeconds(); second++) {
            List<Track> due = tracks.begin(START.plusSeconds(second), 1000);
            assertThat(due).hasSizeBetween(5, 60);
            due.forEach(track -> probed.add(track.agentId()));
        }

        assertThat(probed).hasSize(400);
    }

    @Test
    void noMoreThanAllowedBeginAndThoseThatWaitLongestFirst() {
        List<Agent> agents =
                IntStream.range(0, 10).mapToObj(i -> agent("host-" + i)).toList();
        tracks.follow(agents, START);
        now = START.plus(INTERVAL);

        List<Track> first = tracks.begin(now, 4);

        assertThat(first).hasSize(4);
        assertThat(tracks.begin(now, 10))
                .hasSize(6)
                .allSatisfy(later ->
                        assertThat(later.due()).isAfterOrEqualTo(first.get(3).due()));
        assertThat(tracks.begin(now, 10)).isEmpty();
    }

    @Test
    void aProbeThatCouldNotBeginIsOverdueAfterAnInterval() {
        follow(agent("h1"));

        assertThat(tracks.overdue(START.plus(INTERVAL), INTERVAL)).isZero();
        assertThat(tracks.overdue(START.plus(INTERVAL).plus(INTERVAL), INTERVAL))
                .isEqualTo(1);
    }

    @Test
    void aHostThatWasAwayIsProbedAtOneMomentOnly() {
        follow(agent("h1"));
        tracks.follow(List.of(), now);
        follow(agent("h1"));
        now = START.plus(INTERVAL);

        assertThat(tracks.overdue(now.plus(INTERVAL), INTERVAL)).isEqualTo(1);
        assertThat(tracks.begin(now, 10)).hasSize(1);
        assertThat(tracks.begin(now.plus(INTERVAL), 10)).isEmpty();
    }

    @Test
    void whileAProbeIsUnderWayNoOtherOfTheHostBegins() {
        follow(agent("h1"));
        now = START.plus(INTERVAL);
        List<Track> underWay = tracks.begin(now, 10);

        assertThat(tracks.begin(now.plus(INTERVAL), 10)).isEmpty();
        tracks.end(underWay.get(0), ProbeState.ANSWERS, now.plus(INTERVAL));
        assertThat(tracks.begin(now.plus(INTERVAL).plus(INTERVAL), 10)).containsExactly(underWay.get(0));
    }

    private void follow(Agent... agents) {
        tracks.follow(List.of(agents), now);
    }

    private Probed failing(String id, ProbeState found) {
        probe(id, found);
        probe(id, found);
        return probe(id, found);
    }

    /**
     * The next probe of one host. Others that are due find what they found before; those that found nothing yet go on.
     */
    private Probed probe(String id, ProbeState found) {
        now = now.plus(INTERVAL).plus(INTERVAL);
        underWay.addAll(tracks.begin(now, 100));
        Track asked = null;
        for (Track track : List.copyOf(underWay)) {
            if (track.agentId().equals(id) && tracks.isCurrent(track)) {
                asked = track;
                underWay.remove(track);
            } else if (track.last() != ProbeState.UNKNOWN) {
                tracks.end(track, track.last(), now);
                underWay.remove(track);
            }
        }
        return tracks.end(requireNonNull(asked), found, now);
    }

    private static Agent agent(String id) {
        return agent(id, null);
    }

    private static Agent agent(String id, @org.jspecify.annotations.Nullable String address) {
        return AgentBuilder.agent(id).at(address, null).build();
    }
}
