package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerdictJournalTest {

    private static final int MOST = 5;

    private Instant now = Records.NINE;
    private final VerdictJournal journal = new VerdictJournal("rev", List.of(), () -> now, Duration.ofHours(1), MOST);

    @Test
    void anEpochBeginsWithEveryHost() {
        judge(1, "a", "b");
        judge(2, "b");

        Sighting seen = decided(2);

        assertThat(waiting(seen)).containsExactly("a@1 b@2");
    }

    @Test
    void ofChangesBetweenTwoDecisionsOnlyTheLastOfEachHostIsKept() {
        judge(1, "a", "b");
        decided(1);
        judge(2, "a");
        judge(3, "a", "b");
        judge(4, "b");

        Sighting seen = decided(4);

        assertThat(waiting(seen)).containsExactly("a@1 b@1", "a@3 b@4");
    }

    @Test
    void whatADecisionSawStaysWhenTheHostChangesAfterwards() {
        judge(1, "a");
        decided(1);
        judge(2, "a");
        Sighting second = decided(2);
        judge(3, "a");
        decided(3);

        assertThat(waiting(second)).containsExactly("a@1", "a@2");
    }

    @Test
    void decisionsOnAnUnchangedFleetAddNothing() {
        judge(1, "a");
        decided(1);

        Sighting again = decided(1);

        assertThat(waiting(again)).containsExactly("a@1");
    }

    @Test
    void aHostThatIsGoneIsNotedAndMissingFromTheNextEpoch() {
        judge(1, "a", "b");
        decided(1);
        journal.forgotten(2, "a");
        assertThat(waiting(decided(2))).containsExactly("a@1 b@1", "a@2-gone");

        now = now.plus(Duration.ofHours(1));

        assertThat(waiting(decided(2))).containsExactly("b@1");
    }

    @Test
    void aPlaceThatWasFreedServesAnotherHost() {
        judge(1, "a", "b");
        journal.forgotten(2, "a");
        judge(3, "c", "d");

        assertThat(waiting(decided(3))).containsExactly("b@1 c@3 d@3");
    }

    @Test
    void aFleetOfAnySizeIsTold() {
        for (int i = 0; i < 1_000; i++) {
            judge(1, "h" + i);
        }

        assertThat(decided(1).epoch().upTo(1).get(0).verdicts()).hasSize(1_000);
    }

    @Test
    void anEpochEndsAfterItsTimeAndTheNextStandsAlone() {
        judge(1, "a", "b");
        Sighting first = decided(1);
        now = now.plus(Duration.ofHours(1)).minusNanos(1);
        judge(2, "a");
        assertThat(decided(2).epoch()).isSameAs(first.epoch());
        now = now.plusNanos(1);
        judge(3, "a");

        Sighting next = decided(3);

        assertThat(next.epoch()).isNotSameAs(first.epoch());
        assertThat(waiting(next)).containsExactly("b@1 a@3");
        assertThat(first.epoch().upTo(Long.MAX_VALUE))
                .as("the old one still waits")
                .hasSize(2);
    }

    @Test
    void aRestartedEngineBeginsAnewWithoutTheOldHosts() {
        judge(1, "a", "b");
        Sighting first = decided(1);

        journal.restarted();
        judge(2, "b");
        Sighting next = decided(2);

        assertThat(waiting(next)).containsExactly("b@2");
        assertThat(first.epoch().tells(1)).isTrue();
    }

    @Test
    void whenTooMuchWaitsItIsGivenUpAndANewEpochBegins() {
        judge(1, "a", "b", "c");
        Sighting first = decided(1);
        judge(2, "a", "b", "c");
        Sighting second = decided(2);
        judge(3, "a", "b", "c");

        Sighting third = decided(3);

        assertThat(first.epoch().tells(1)).isFalse();
        assertThat(second.epoch().tells(2)).isFalse();
        assertThat(waiting(first)).isEmpty();
        assertThat(third.epoch()).isNotSameAs(first.epoch());
        assertThat(waiting(third)).containsExactly("a@3 b@3 c@3");
        assertThat(third.epoch().tells(3)).isTrue();
    }

    @Test
    void whatWasWrittenBeforeIsStillToldWhenTheRestIsGivenUp() {
        judge(1, "a", "b", "c");
        Sighting first = decided(1);
        first.epoch().done(1);
        judge(2, "a", "b", "c");
        Sighting second = decided(2);
        judge(3, "a", "b", "c");
        decided(3);

        assertThat(first.epoch().tells(1)).isTrue();
        assertThat(second.epoch().tells(2)).isFalse();
    }

    @Test
    void hostsThatNobodyLooksAtDoNotPileUp() {
        judge(1, "a");
        Sighting first = decided(1);
        for (int i = 0; i < 100; i++) {
            judge(2 + i, "h" + i);
            journal.forgotten(2 + i, "h" + i);
        }

        Sighting next = decided(102);

        assertThat(next.epoch()).isNotSameAs(first.epoch());
        assertThat(waiting(next)).containsExactly("a@1");
        assertThat(first.epoch().tells(1)).isTrue();
    }

    private Sighting decided(long version) {
        return (Sighting) journal.decided(version);
    }

    private void judge(long version, String... ids) {
        for (String id : ids) {
            journal.judged(version, verdict(id));
        }
    }

    /** The stretches that the decision needs, each as its hosts and versions. */
    private static List<String> waiting(Sighting seen) {
        List<String> stretches = new ArrayList<>();
        for (Stretch stretch : seen.epoch().upTo(seen.version())) {
            List<String> hosts = new ArrayList<>();
            stretch.verdicts()
                    .forEach(one -> hosts.add(one.key() + "@" + one.version() + (one.fact() == null ? "-gone" : "")));
            stretches.add(String.join(
                    " ",
                    hosts.stream()
                            .sorted(Comparator.comparing(VerdictJournalTest::order))
                            .toList()));
        }
        return stretches;
    }

    private static String order(String host) {
        return host.replaceAll(".*@", "") + host;
    }

    private static Verdict verdict(String id) {
        AgentView agent = new AgentView(
                id, id, "", "online", false, true, 90, 1.0, 1.0, 0, 0, 0, 0, null, null, 100, true, "unknown", 0, false,
                Map.of(), List.of(), List.of());
        return new Verdict(agent, Set.of(""), List.of(), List.of());
    }
}
