package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class DecisionLogTest {

    private static final int RECORDS = 10;
    private static final int VERDICTS = 20;
    private final MemoryArchive archive = new MemoryArchive();
    private final DecisionLog log = log(Duration.ofSeconds(20));
    private final VerdictJournal journal = log.journal("rev", List.of());
    private long version;

    @AfterEach
    void stop() throws InterruptedException {
        log.stop();
    }

    @Test
    void everyDecisionIsWrittenWithTheHostsThatItSaw() throws Exception {
        log.start();
        change("a");
        offer("d1");
        change("b");
        offer("d2");
        archive.await(2);
        log.stop();

        assertThat(archive.decisions()).containsExactly("d1", "d2");
        assertThat(archive.epochs()).hasSize(1);
        assertThat(archive.epochs().get(0)).hasSize(2);
        assertThat(archive.decision("d2").epoch()).isEqualTo(Records.NINE);
        assertThat(log.counts().written()).isEqualTo(2);
    }

    @Test
    void verdictsAreThereBeforeTheDecisionThatNeedsThem() throws Exception {
        change("a");
        offer("d1");
        archive.refuse("decisionId=");
        log.start();
        log.stop();

        assertThat(archive.decisions()).isEmpty();
        assertThat(archive.epochs().get(0)).hasSize(1);
    }

    @Test
    void verdictsThatNoRecordedDecisionSawAreNotWritten() throws Exception {
        change("a");
        offer("d1");
        change("a");
        journal.decided(version);
        change("a");
        log.start();
        archive.await(1);
        log.stop();

        assertThat(archive.epochs().get(0)).hasSize(1);
    }

    @Test
    void whenTooManyWaitTheOldestAreDroppedAndCounted() throws Exception {
        change("a");
        for (int i = 1; i <= RECORDS + 3; i++) {
            offer("d" + i);
        }
        assertThat(log.counts().dropped()).isEqualTo(3);
        assertThat(log.counts().waiting()).isEqualTo(RECORDS);

        log.start();
        archive.await(RECORDS);

        assertThat(archive.decisions()).hasSize(RECORDS).startsWith("d4").endsWith("d13");
    }

    @Test
    void largeDecisionsAreBoundedByTheirSize() {
        for (int i = 0; i < 5; i++) {
            log.offer(large("d" + i));
        }

        assertThat(log.counts().waiting()).isEqualTo(2);
        assertThat(log.counts().dropped()).isEqualTo(3);
    }

    @Test
    void whileTheDatabaseIsAwayNothingIsLostThatFits() throws Exception {
        archive.away(true);
        log.start();
        change("a");
        offer("d1");
        archive.awaitFailures(2);
        change("b");
        offer("d2");
        archive.away(false);
        archive.await(2);

        assertThat(archive.decisions()).containsExactly("d1", "d2");
        assertThat(archive.epochs().get(0)).hasSize(2);
        assertThat(log.counts().dropped()).isZero();
    }

    @Test
    void anErrorLosesNothing() throws Exception {
        archive.failOnce();
        log.start();
        change("a");
        offer("d1");
        archive.await(1);

        assertThat(archive.decisions()).containsExactly("d1");
        assertThat(log.counts().failures()).isEqualTo(1);
    }

    @Test
    void decisionsWhoseHostsWereGivenUpAreWrittenWithoutThem() throws Exception {
        change("a", "b", "c", "d", "e", "f", "g");
        offer("d1");
        for (int i = 2; i <= 5; i++) {
            change("a", "b", "c", "d", "e", "f", "g");
            offer("d" + i);
        }
        log.start();
        archive.await(5);
        log.stop();

        assertThat(archive.decision("d1").epoch()).isNull();
        assertThat(archive.decision("d3").epoch()).isNull();
        assertThat(archive.decision("d4").epoch()).isEqualTo(Records.NINE);
        assertThat(archive.decision("d4").fleetVersion()).isEqualTo(4);
        assertThat(archive.decision("d5").epoch()).isEqualTo(Records.NINE);
        assertThat(archive.decision("d5").fleetVersion()).isEqualTo(5);
        assertThat(archive.epochs()).hasSize(1);
        assertThat(archive.epochs().get(0)).hasSize(14);
        assertThat(log.counts().withoutHosts()).isEqualTo(3);
    }

    @Test
    void aDecisionThatTheDatabaseRefusesDoesNotHoldUpTheOthers() throws Exception {
        archive.refuse("decisionId=d2,");
        change("a");
        offer("d1");
        offer("d2");
        offer("d3");
        log.start();
        archive.await(2);
        log.stop();

        assertThat(archive.decisions()).containsExactly("d1", "d3");
        assertThat(log.counts().refused()).isEqualTo(1);
        assertThat(log.counts().written()).isEqualTo(2);
    }

    @Test
    void stoppingWritesWhatIsLeft() throws Exception {
        change("a");
        for (int i = 1; i <= RECORDS; i++) {
            offer("d" + i);
        }
        log.start();
        log.stop();

        assertThat(archive.decisions()).hasSize(RECORDS);
        assertThat(archive.statements()).isEqualTo(3);
        offer("late");
        assertThat(log.counts().dropped()).isEqualTo(1);
    }

    @Test
    void stoppingGivesUpWhenTheDatabaseStaysAway() throws Exception {
        archive.away(true);
        DecisionLog hasty = log(Duration.ofMillis(50));
        hasty.offer(record("d1", FleetMark.NONE, AskedRequest.of("alice")));
        hasty.start();
        do {
            hasty.stop();
        } while (hasty.counts().dropped() == 0);

        assertThat(archive.decisions()).isEmpty();
        assertThat(hasty.counts().dropped()).isEqualTo(1);
    }

    @Test
    void twoEnginesAreRecordedInEpochsOfTheirOwn() throws Exception {
        change("a");
        offer("d1");
        VerdictJournal other = log.journal("rev-2", List.of());
        other.judged(1, verdict("b"));
        log.offer(record("d2", other.decided(1), AskedRequest.of("alice")));
        log.start();
        archive.await(2);

        assertThat(archive.epochs()).hasSize(2);
        assertThat(archive.decision("d1").epoch()).isEqualTo(Records.NINE);
        assertThat(archive.decision("d2").epoch()).isEqualTo(Records.NINE.plusNanos(1_000));
    }

    private DecisionLog log(Duration closing) {
        DecisionLogSettings settings = new DecisionLogSettings(
                RECORDS,
                1 << 20,
                VERDICTS,
                4,
                Duration.ofMillis(1),
                Duration.ofMillis(20),
                closing,
                Duration.ofHours(1));
        return new DecisionLog(archive, settings, "node-1", () -> Records.NINE);
    }

    private void change(String... ids) {
        version++;
        for (String id : ids) {
            journal.judged(version, verdict(id));
        }
    }

    private void offer(String id) {
        log.offer(record(id, journal.decided(version), AskedRequest.of("alice")));
    }

    private DecisionRecord large(String id) {
        AskedRequest asked =
                new AskedRequest("alice", "", "", "", "", List.of("x".repeat(150_000)), "", "", "", List.of(), "");
        return record(id, FleetMark.NONE, asked);
    }

    private static DecisionRecord record(String id, FleetMark mark, AskedRequest asked) {
        Decision decision = new Decision(
                "",
                "",
                new Decision.Placed("a", Reason.LOAD_BALANCE, "", 1, null),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                "rev",
                1,
                1,
                FarmView.wholeFleet(60),
                null,
                mark);
        Question question = new Question(
                new UserName("alice", ""),
                new CallView("", "", "", "", "", Set.of(), "", ""),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
        return new DecisionRecord(
                id,
                Records.NINE,
                asked,
                question.user(),
                question,
                decision,
                new DecisionRecord.Placed(1L, Records.NINE, false),
                RecordedSettings.of(RandomFleet.SETTINGS),
                1,
                new DecisionRecord.Timings(1, 2, 3));
    }

    private static Verdict verdict(String id) {
        AgentView agent = new AgentView(
                id, id, "", "online", false, true, 90, 1.0, 1.0, 0, 0, 0, 0, null, null, 100, true, "unknown", 0, false,
                Map.of(), List.of(), List.of());
        return new Verdict(agent, Set.of(""), List.of(), List.of());
    }
}
