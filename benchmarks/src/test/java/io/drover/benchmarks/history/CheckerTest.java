package io.drover.benchmarks.history;

import static io.drover.benchmarks.history.ModeChange.Mode.DRAIN;
import static io.drover.benchmarks.history.ModeChange.Mode.MAINTENANCE;
import static io.drover.benchmarks.history.ModeChange.Mode.ONLINE;
import static io.drover.benchmarks.history.Placement.Reason.EXISTING_LEASE;
import static io.drover.benchmarks.history.Placement.Reason.EXISTING_SESSION;
import static io.drover.benchmarks.history.Placement.Reason.LOAD_BALANCE;
import static io.drover.benchmarks.history.Report.Kind.CLOSED;
import static io.drover.benchmarks.history.Report.Kind.FAILED;
import static io.drover.benchmarks.history.Report.Kind.OPENED;
import static io.drover.benchmarks.history.Violation.Kind.CLOSED_HOST;
import static io.drover.benchmarks.history.Violation.Kind.FAULT;
import static io.drover.benchmarks.history.Violation.Kind.LOST_LEASE;
import static io.drover.benchmarks.history.Violation.Kind.NO_SUCH_SESSION;
import static io.drover.benchmarks.history.Violation.Kind.TWO_HOSTS;
import static io.drover.benchmarks.history.Violation.Kind.WRONG_COUNT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CheckerTest {

    private final HistoryWriter history = new HistoryWriter();

    @Nested
    class TwoHosts {

        @Test
        void aSecondHostWhileTheLeaseHoldsIsWrong() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void twoHostsForTwoRequestsAtOnceAreWrong() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(10.5, 11.5, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsOnly(TWO_HOSTS);
        }

        @Test
        void ofTwoRequestsAtOnceOneMayComeBeforeTheHostsDrainAndOneAfter() {
            history.placed(10, 13, "a", LOAD_BALANCE)
                    .placed(10.5, 13.5, "b", LOAD_BALANCE)
                    .mode(11, 12, "a", DRAIN);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void twoRequestsAtOnceDuringTheDrainOfAThirdHostAreWrong() {
            history.placed(10, 13, "a", LOAD_BALANCE)
                    .placed(10.5, 13.5, "b", LOAD_BALANCE)
                    .mode(11, 12, "c", DRAIN);

            assertThat(history.violations()).containsOnly(TWO_HOSTS);
        }

        @Test
        void theSameHostAgainIsRight() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(12, 13, "a", EXISTING_LEASE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void afterTheLeaseRanOutAnotherHostIsRight() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(40.5, 41, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void whenTheLeaseMayRunOutWhileTheRequestIsOnItsWayAnotherHostIsRight() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(39.5, 40.5, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void justBeforeTheLeaseRunsOutAnotherHostIsWrong() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(39, 39.5, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void duringADrainAnotherHostIsRight() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .mode(11.2, 11.4, "a", DRAIN)
                    .placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void afterADrainThatWasLiftedMeanwhileAnotherHostIsWrong() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .mode(11.2, 11.4, "a", DRAIN)
                    .mode(11.6, 11.8, "a", ONLINE)
                    .placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void aRequestWithoutAnswerMayHaveMovedTheLeaseDuringTheDrain() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .mode(11.2, 11.4, "a", DRAIN)
                    .unknown(11.3, 21)
                    .mode(11.6, 11.8, "a", ONLINE)
                    .placed(12, 13, "b", EXISTING_LEASE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aRequestWithoutAnswerMayNotMoveALeaseWhoseHostWasNeverClosed() {
            history.placed(10, 11, "a", LOAD_BALANCE).unknown(11.3, 21).placed(12, 13, "b", EXISTING_LEASE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void aRefusalMovesNothing() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .mode(11.2, 11.4, "a", DRAIN)
                    .refused(11.45, 11.5)
                    .mode(11.6, 11.8, "a", ONLINE)
                    .placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void aHostThatFellSilentMayBeLeft() {
            history.beats(-5, 11, "a").placed(10, 11, "a", LOAD_BALANCE).placed(22, 23, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aHostThatWasHeardOfAMomentAgoMayNotBeLeft() {
            history.beats(-5, 11, "a").placed(10, 11, "a", LOAD_BALANCE).placed(18, 19, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void aHeartbeatThatNotEverybodyNeedKnowProvesNothing() {
            history.beats(-5, 5, "a")
                    .beats(15.5, 30, "a")
                    .placed(4, 5, "a", LOAD_BALANCE)
                    .placed(16, 16.5, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aHostThatFailedForTheUserMayBeLeft() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .report(11.2, 11.4, "a", FAILED)
                    .placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aHostThatFailedForThreeOthersMayBeLeft() {
            for (String person : Set.of("bob", "carol", "dave")) {
                history.report(person, 11.2, 11.4, "a", FAILED);
            }
            history.placed(10, 11, "a", LOAD_BALANCE).placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aHostThatFailedForAnotherUserMayNotBeLeft() {
            history.report("bob", 11.2, 11.4, "a", FAILED);
            history.placed(10, 11, "a", LOAD_BALANCE).placed(12, 13, "b", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void aHostThatTheRequestExcludesIsLeft() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed("alice", 12, 13, "b", LOAD_BALANCE, Set.of("a"));

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aSessionElsewhereLeadsThere() {
            history.beats(-5, 100, "b", "alice")
                    .placed(10, 11, "a", LOAD_BALANCE)
                    .placed(12, 13, "b", EXISTING_SESSION)
                    .placed(14, 15, "b", EXISTING_SESSION);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void anUnansweredRequestMayHaveFollowedASessionElsewhere() {
            history.beats(-5, 12, "b", "alice")
                    .beats(12, 100, "b")
                    .placed(10, 11, "a", LOAD_BALANCE)
                    .unknown(11.2, 21)
                    .placed(30, 31, "b", EXISTING_LEASE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void theDatabaseMayNotHoldTwo() {
            history.stored("corp", "a", 110).stored("", "b", 110);

            assertThat(history.violations()).containsExactly(TWO_HOSTS);
        }

        @Test
        void aSecondOneInTheDatabaseThatRanOutIsOnlyNotSweptYet() {
            history.stored("corp", "a", 110).stored("", "b", 99);

            assertThat(history.violations()).isEmpty();
        }
    }

    @Nested
    class LostLeases {

        @Test
        void aLeaseThatNobodyKnowsAnyMoreIsLost() {
            history.placed(10, 11, "a", LOAD_BALANCE).placed(12, 13, "a", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(LOST_LEASE);
        }

        @Test
        void anAnswerThatIsGivenAgainIsNoNewPlacement() {
            history.placed(11, 12, "a", EXISTING_LEASE).placedAgain(10, 13, 14, "a", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void whoAsksAgainIsNoNewUserEither() {
            history.placed(8, 9, "a", EXISTING_LEASE).placedAgain(10, 13, 14, "a", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(LOST_LEASE);
        }

        @Test
        void aLeaseIsInTheDatabaseAtTheEnd() {
            history.placed(90, 91, "a", LOAD_BALANCE).stored("corp", "a", 120);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aLeaseThatIsNotInTheDatabaseAtTheEndIsLost() {
            history.placed(90, 91, "a", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(LOST_LEASE);
        }

        @Test
        void aLeaseThatEndsEarlierThanWasAnsweredIsLost() {
            history.placed(90, 91, "a", LOAD_BALANCE).stored("", "a", 115);

            assertThat(history.violations()).containsExactly(LOST_LEASE);
        }

        @Test
        void aLeaseThatRanOutIsNotLost() {
            history.placed(60, 61, "a", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aLeaseThatAnUnansweredRequestMayHaveMovedIsNotLost() {
            history.placed(90, 91, "a", LOAD_BALANCE).unknown(92, 99).stored("", "b", 125);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aLeaseThatWasClosedIsNotLost() {
            history.placed(90, 91, "a", LOAD_BALANCE)
                    .report(91.2, 91.3, "a", OPENED)
                    .report(92, 92.1, "a", CLOSED);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aCloseOfLongAgoDoesNotExcuseTheLossOfAnotherLease() {
            history.report(70, 70.1, "a", CLOSED).placed(90, 91, "a", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(LOST_LEASE);
        }

        @Test
        void aLeaseWhoseSessionIsGoneIsNotLost() {
            history.placed(90, 91, "a", LOAD_BALANCE)
                    .beats(-5, 92, "a")
                    .beats(92, 95, "a", "alice")
                    .beats(95, 100, "a");

            assertThat(history.violations()).isEmpty();
        }
    }

    @Nested
    class ClosedHosts {

        @Test
        void aNewSessionOnADrainedHostIsWrong() {
            history.mode(10, 11, "a", DRAIN).placed(12, 13, "a", LOAD_BALANCE);

            assertThat(history.violations()).containsExactly(CLOSED_HOST);
        }

        @Test
        void aRequestThatWasUnderWayWhenTheDrainWasAcknowledgedMayHaveBeenFirst() {
            history.mode(10, 11, "a", DRAIN).placed(10.9, 13, "a", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aRequestThatWasAnsweredWhileTheDrainWasLiftedMayHaveBeenSecond() {
            history.mode(10, 11, "a", DRAIN).mode(12.5, 13.5, "a", ONLINE).placed(12, 13, "a", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aDrainThatWasNotAcknowledgedBindsNobody() {
            history.modeUnheard(10, 11, "a", DRAIN).placed(12, 13, "a", LOAD_BALANCE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void duringADrainUsersComeBackToTheirSession() {
            history.beats(-5, 100, "a", "alice").mode(10, 11, "a", DRAIN).placed(12, 13, "a", EXISTING_SESSION);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void duringADrainUsersComeBackToAnOpenConnection() {
            history.placed(5, 6, "a", LOAD_BALANCE)
                    .report(7, 8, "a", OPENED)
                    .mode(10, 11, "a", DRAIN)
                    .placed(12, 13, "a", EXISTING_LEASE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void anotherConnectionThatFailedDoesNotEndTheOpenOne() {
            history.placed(5, 6, "a", LOAD_BALANCE)
                    .report(6.5, 6.6, "a", OPENED)
                    .placed(6.7, 6.8, "a", EXISTING_LEASE)
                    .report(7, 7.1, "a", FAILED)
                    .mode(10, 11, "a", DRAIN)
                    .placed(12, 13, "a", EXISTING_LEASE);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void duringADrainALeaseAloneDoesNotLeadBack() {
            history.placed(5, 6, "a", LOAD_BALANCE).mode(10, 11, "a", DRAIN).placed(12, 13, "a", EXISTING_LEASE);

            assertThat(history.violations()).containsExactly(CLOSED_HOST);
        }

        @Test
        void duringADrainTheAnswerOfBeforeIsGivenAgainWhereASessionIs() {
            history.beats(-5, 100, "a", "alice").mode(10, 11, "a", DRAIN).placedAgain(9, 12, 13, "a", LOAD_BALANCE);
            assertThat(history.violations()).isEmpty();

            history.placed(14, 15, "a", LOAD_BALANCE);
            assertThat(history.violations()).contains(CLOSED_HOST);
        }

        @Test
        void duringMaintenanceNobodyComesBack() {
            history.beats(-5, 100, "a", "alice").mode(10, 11, "a", MAINTENANCE).placed(12, 13, "a", EXISTING_SESSION);

            assertThat(history.violations()).containsExactly(CLOSED_HOST);
        }

        @Test
        void aLeaseThatTheDatabaseCommittedAfterTheDrainIsWrong() {
            history.wrote(1_000, "a", DRAIN).wrote(1_001, "a", true);

            assertThat(history.violations()).containsExactly(CLOSED_HOST);
        }

        @Test
        void aRefreshBehindASessionMayBeCommittedDuringADrainButNotDuringMaintenance() {
            history.wrote(1_000, "a", DRAIN).wrote(1_001, "a", false);
            assertThat(history.violations()).isEmpty();

            history.wrote(1_002, "a", MAINTENANCE).wrote(1_003, "a", false);
            assertThat(history.violations()).containsExactly(CLOSED_HOST);
        }

        @Test
        void aLeaseThatTheDatabaseCommittedBeforeTheDrainOrAfterItsEndIsRight() {
            history.wrote(999, "a", true)
                    .wrote(1_000, "a", DRAIN)
                    .wrote(1_001, "b", true)
                    .wrote(1_002, "a", ONLINE)
                    .wrote(1_003, "a", true);

            assertThat(history.violations()).isEmpty();
        }
    }

    @Nested
    class Counts {

        @Test
        void whoIsOnTheWayIsCounted() {
            history.placed(10, 11, "a", LOAD_BALANCE).record(14, "a", 1);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void whoIsOnTheWayAndNotCountedIsMissed() {
            history.placed(10, 11, "a", LOAD_BALANCE).record(14, "a", 0);

            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void onAnOpenHostTooTooFewAndTooManyAreNoticed() {
            history.placed(10, 11, "a", LOAD_BALANCE).count(14, "a", 1).count(14, "b", 0);
            assertThat(history.violations()).isEmpty();

            history.count(14, "a", 0).count(14, "a", 2).count(14, "b", 1);
            assertThat(history.violations()).containsExactly(WRONG_COUNT, WRONG_COUNT, WRONG_COUNT);
        }

        @Test
        void itIsToldHowManyCountsWereJudged() {
            history.placed(10, 11, "a", LOAD_BALANCE).count(14, "a", 1).count(14, "b", 0);
            assertThat(history.findings().counts()).isEqualTo(new Findings.Counts(2, 1, 1, 1));

            history.unknown("bob", 10, 20).count(15, "a", 1).count(90, "a", 0);
            assertThat(history.findings().counts())
                    .isEqualTo(new Findings.Counts(4, 2, 2, 5))
                    .hasToString(
                            "counts judged: 4, in 2 of them somebody was on the way for sure; in all 2 users surely, 5 possibly");
        }

        @Test
        void whatCouldNotBeJudgedIsNotPraised() {
            history.count(14, "a", 0);

            assertThat(history.findings().counts())
                    .hasToString("counts not judged: in none of 1 was anybody on the way for sure");
        }

        @Test
        void whoIsBeingPlacedMayCountElsewhereUntilThatIsDecided() {
            history.placed(10, 13, "a", LOAD_BALANCE).count(12, "b", 1);
            assertThat(history.violations()).isEmpty();

            history.count(14, "b", 1);
            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void whomAnInstancePlacedThatCouldTellNobodyNeedNotBeCounted() {
            history.placedUnheard(10, 11, "a", LOAD_BALANCE).count(14, "a", 0).count(14, "a", 1);
            assertThat(history.violations()).isEmpty();

            history.count(14, "a", 2);
            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void whoseConnectionEndedIsNotCounted() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .report(11.2, 11.3, "a", FAILED)
                    .count(13, "a", 1)
                    .count(14, "a", 0);
            assertThat(history.violations()).isEmpty();

            history.count(14, "a", 1);
            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void theEndOfAnEarlierConnectionSaysNothingOfALaterOne() {
            history.placed(10, 11, "a", LOAD_BALANCE)
                    .placed(11.1, 11.2, "a", EXISTING_LEASE)
                    .reportOf("placement-0", 11.3, 11.4, "a", CLOSED)
                    .count(14, "a", 1);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void whoseSessionIsGoneWhileTheConnectionIsOpenMayBeOnTheWayAgain() {
            history.beats(-5, 12, "a")
                    .beats(12, 13, "a", "alice")
                    .beats(13, 100, "a")
                    .placed(10, 11, "a", LOAD_BALANCE)
                    .report(11.5, 11.6, "a", OPENED)
                    .count(14.5, "a", 1)
                    .count(14.5, "a", 0);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void aMomentAgoNotEverybodyNeedKnow() {
            history.placed(10, 11, "a", LOAD_BALANCE).record(12, "a", 0).record(12, "a", 1);

            assertThat(history.violations()).isEmpty();
        }

        @Test
        void whoDidNotArriveInTimeIsNotCounted() {
            history.placed(10, 11, "a", LOAD_BALANCE).record(19, "a", 1).record(21.5, "a", 1);

            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void whoArrivedIsNotCounted() {
            history.beats(-5, 12, "a")
                    .beats(12, 100, "a", "alice")
                    .placed(10, 11, "a", LOAD_BALANCE)
                    .record(15, "a", 1, "alice");

            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void whoMovedOnIsNotCounted() {
            history.mode(9, 9.5, "b", ONLINE)
                    .placed(10, 11, "a", LOAD_BALANCE)
                    .mode(11.1, 11.2, "a", DRAIN)
                    .placed(11.3, 11.4, "b", LOAD_BALANCE)
                    .record(14, "a", 1)
                    .record(14, "b", 1);

            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void anUnansweredRequestMayCountOnceAnywhere() {
            history.unknown(10, 20).record(15, "a", 1).record(15, "b", 1).record(15, "a", 2);

            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }

        @Test
        void sessionsAreThoseOfAHeartbeatThatIsNotOutdone() {
            history.beats(-5, 12, "a", "alice")
                    .unheardBeat(12, 22, "a", "alice", "bob")
                    .beats(12.5, 100, "a", "bob")
                    .record(13, "a", 0, "alice")
                    .record(13, "a", 0, "alice", "bob")
                    .record(13, "a", 0, "bob")
                    .record(16, "a", 0, "bob");
            assertThat(history.violations()).isEmpty();

            history.record(16, "a", 0, "alice");
            assertThat(history.violations()).containsExactly(WRONG_COUNT);
        }
    }

    @Test
    void aSessionThatNoHeartbeatShowsLeadsNowhere() {
        history.placed(10, 11, "a", EXISTING_SESSION);

        assertThat(history.violations()).containsExactly(NO_SUCH_SESSION);
    }

    @Test
    void whatOneInstanceHeardAndCouldNotPassOnOthersNeedNotKnow() {
        history.beats(-5, 10, "a", "alice")
                .beatHeardByOne(10, "a")
                .placed(16, 16.5, "a", EXISTING_SESSION)
                .record(16, "a", 0, "alice")
                .beats(17, 100, "a")
                .placed(18, 18.5, "a", EXISTING_SESSION);
        assertThat(history.violations()).isEmpty();

        history.placed(20, 20.5, "a", EXISTING_SESSION);
        assertThat(history.violations()).containsExactly(NO_SUCH_SESSION);
    }

    @Test
    void aHostIsOnlineWhoeverHeardOfIt() {
        history.beats(-5, 100, "b").beats(-5, 4, "a");
        for (double at = 4; at < 30; at += 0.5) {
            history.beatHeardByOne(at, "a");
        }
        history.placed(10, 11, "a", LOAD_BALANCE).placed(15, 16, "b", LOAD_BALANCE);
        assertThat(history.violations()).containsExactly(TWO_HOSTS);
    }

    @Test
    void aSessionThatIsGoneLeadsNowhereOnceEverybodyKnows() {
        history.beats(-5, 10, "a", "alice").beats(10, 100, "a").placed(11, 11.5, "a", EXISTING_SESSION);
        assertThat(history.violations()).isEmpty();

        history.placed(13, 13.5, "a", EXISTING_SESSION);
        assertThat(history.violations()).containsExactly(NO_SUCH_SESSION);
    }

    @Test
    void anAnswerThatOnlyABugGivesIsWrong() {
        assertThat(history.fault(10).violations()).containsExactly(FAULT);
    }

    @Test
    void aQuietHistoryIsRight() {
        history.placed(10, 11, "a", LOAD_BALANCE)
                .placed(12, 13, "a", EXISTING_LEASE)
                .refused(14, 15)
                .mode(16, 17, "b", DRAIN)
                .mode(18, 19, "b", ONLINE);

        assertThat(history.violations()).isEmpty();
    }
}
