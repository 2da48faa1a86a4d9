package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.decision.DecisionRecord.Failed;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.decision.DecisionRecord.Refused;
import io.drover.decision.DecisionRecord.Timings;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.Bars;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Reason;
import io.drover.policy.fact.Statement.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoryTextTest {

    private static final Instant AT = Instant.parse("2026-03-02T09:00:00Z");
    private static final RuleRef HEALTH = new RuleRef("score-health", "Health counts", "score.drl", 6);
    private static final RuleRef CPU = new RuleRef("score-cpu", "Cpu costs", "score.drl", 33);
    private static final RuleRef CAD = new RuleRef("gpu-for-cad", "CAD users like a GPU", "mine.drl", 3);
    private static final RuleRef DRAIN = new RuleRef("drain", "A draining host gets nobody", "availability.drl", 21);
    private static final RuleRef LIMIT = new RuleRef("limit", "Full", "limits.drl", 5);

    private final List<Verdict> verdicts = new ArrayList<>(List.of(
            host("a1", "rds-01", Set.of("", "office"), 565, -80),
            host("a2", "rds-02", Set.of("", "office"), 730, -40.5),
            host(
                    "a3",
                    "rds-03",
                    Set.of("", "office"),
                    900,
                    0,
                    new Exclusion("agent-draining", Bars.NEW_SESSION, "mode is drain", new Scope.Everywhere(), DRAIN)),
            host("a4", "lab-01", Set.of("", "lab"), 900, 0)));

    @Test
    void aPlacementIsToldWithItsHostsSideBySide() {
        assertThat(text(
                        placed("a2", Reason.LOAD_BALANCE, 1189.5),
                        new Placed(7L, AT.plusSeconds(900), false),
                        nothingKnown()))
                .isEqualTo("""
                        Decision d1, 2026-03-02T09:00:00Z
                        CORP\\alice (corp\\alice) asked for connection "Office Desktop": resource desk in farm office.
                        Sent to rds-02, the best of 2 hosts that take the session, 1189.5 points; the lease holds until 2026-03-02T09:15:00Z.

                        Hosts
                            #  host     score  health    cpu  gpu for cad (this request)  barred by
                          > 1  rds-02  1189.5     730  -40.5                         500
                            2  rds-01     485     565    -80
                            -  rds-03     900     900      0                              agent-draining
                          and 1 of other farms

                        Barred
                          rds-01  at-session-limit  waived for this request  8 of 8 sessions (this request)  limit limits.drl:5
                          rds-03  agent-draining    new sessions             mode is drain                   drain availability.drl:21

                        Decided by
                          score-health  Health counts  score.drl:6

                        rules 0123456789ab, decided in 0.006 ms, lease committed in 1.2 ms, answered in 1.5 ms, seed 42
                        """);
    }

    @Test
    void aRefusalCountsTheHostsByReason() {
        Decision refused = decision(
                new Decision.Refused("no_eligible_host", "no host takes this session", Map.of("agent-draining", 3)));

        assertThat(text(refused, new Refused(), nothingKnown()))
                .contains("Refused with no_eligible_host: no host takes this session (3 agent-draining).\n");
    }

    @Test
    void aFailureNamesTheHostThatItWouldHaveBeen() {
        assertThat(text(
                        placed("a2", Reason.LOAD_BALANCE, 1),
                        new Failed("storage_unavailable", "nothing was placed"),
                        nothingKnown()))
                .contains("Failed with storage_unavailable (it would have been rds-02): nothing was placed.\n");
    }

    @Test
    void aReturnSaysWhatIsKnownOfTheUser() {
        Question question = question(
                List.of(new UserSession("a3", "corp", "disconnected", 0)),
                List.of(new LeaseView("a3", "office", "", "", AT.getEpochSecond() + 60.0, false, true, false)),
                Set.of("a1"));

        assertThat(text(placed("a3", Reason.EXISTING_SESSION, 0), Placed.WITHOUT_LEASE, question))
                .contains("""
                        Sent back to rds-03, where the user has a session.
                        Note: ambiguous-identity
                        The user has a session on rds-03 (disconnected, domain corp).
                        The user has a lease on rds-03 (farm office, until 2026-03-02T09:01:00Z).
                        A connection of the user failed within the last minute on rds-01.
                        """)
                .contains("> -  rds-03");
    }

    @Test
    void aPlacementWithoutTheDatabaseSaysWhoKnewOfIt() {
        Decision decision = placed("a2", Reason.LOAD_BALANCE, 1189.5);

        assertThat(text(decision, new Placed(1L << 52, AT.plusSeconds(900), true), nothingKnown()))
                .contains("""
                        1189.5 points; the lease holds until 2026-03-02T09:15:00Z.
                        The database was away: the placement was provisional, known to instance node-1 alone.
                        """)
                .contains("decided in 0.006 ms, lease given in 1.2 ms, answered in 1.5 ms");
    }

    @Test
    void aLongListIsCutUnlessEveryHostIsWanted() {
        for (int i = 10; i < 40; i++) {
            verdicts.add(host("b" + i, "big-" + i, Set.of("office"), 10, -i));
        }
        DecisionStory story = story(placed("b39", Reason.LOAD_BALANCE, -29), Placed.WITHOUT_LEASE, nothingKnown());

        assertThat(StoryText.of(story, StoryText.Look.PLAIN))
                .contains("and 19 more that take the session", "> 32  big-39", "number 32 of 32 hosts")
                .doesNotContain("big-38", "lab-01");
        assertThat(StoryText.of(story, new StoryText.Look(false, true))).contains("big-38", "lab-01");
    }

    @Test
    void coloursAreUsedOnlyWhenAskedFor() {
        DecisionStory story = story(placed("a2", Reason.LOAD_BALANCE, 1), Placed.WITHOUT_LEASE, nothingKnown());

        String plain = StoryText.of(story, StoryText.Look.PLAIN);
        String coloured = StoryText.of(story, new StoryText.Look(true, false));

        assertThat(plain).doesNotContain("\u001b");
        assertThat(coloured).contains("\u001b[32m");
        assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void aDecisionThatWasOnlyTriedHasNeitherKeyNorTimings() {
        DecisionStory tried =
                DecisionStory.of(asked(), nothingKnown(), placed("a2", Reason.LOAD_BALANCE, 1189.5), verdicts);

        assertThat(StoryText.of(tried, StoryText.Look.PLAIN))
                .startsWith("CORP\\alice (corp\\alice) asked for")
                .contains("Sent to rds-02, the best of 2 hosts")
                .endsWith("\nrules 0123456789ab, seed 42\n");
    }

    @Test
    void hostsThatWereNotRecordedAreOwnedUpTo() {
        DecisionRecord record = record(placed("a2", Reason.LOAD_BALANCE, 9), Placed.WITHOUT_LEASE, nothingKnown());

        assertThat(StoryText.of(DecisionStory.of(record, "n", null), StoryText.Look.PLAIN))
                .contains("Sent to a2, a new session, 9 points.", "was not recorded");
        assertThat(StoryText.of(DecisionStory.of(Records.failed("d9", AT), "n", null), StoryText.Look.PLAIN))
                .contains("alice asked for any host.\nFailed with policy_failed: a rule failed.\n");
    }

    private String text(Decision decision, DecisionRecord.Outcome outcome, Question question) {
        return StoryText.of(story(decision, outcome, question), StoryText.Look.PLAIN);
    }

    private DecisionStory story(Decision decision, DecisionRecord.Outcome outcome, Question question) {
        return DecisionStory.of(record(decision, outcome, question), "node-1", verdicts);
    }

    private static DecisionRecord record(Decision decision, DecisionRecord.Outcome outcome, Question question) {
        return new DecisionRecord(
                "d1",
                AT,
                asked(),
                question.user(),
                question,
                decision,
                outcome,
                RecordedSettings.of(RandomFleet.SETTINGS),
                1,
                new Timings(6, 1_200, 1_500));
    }

    private static AskedRequest asked() {
        return new AskedRequest("CORP\\alice", "", "Office Desktop", "", "", List.of(), "", "", "", List.of(), "");
    }

    private static Question nothingKnown() {
        return question(List.of(), List.of(), Set.of());
    }

    private static Question question(List<UserSession> sessions, List<LeaseView> leases, Set<String> failed) {
        return new Question(
                new UserName("alice", "corp"),
                new CallView("", "", "", "office desktop", "", Set.of(), "", ""),
                sessions,
                leases,
                Map.of(),
                failed,
                Set.of(),
                0,
                42);
    }

    private static Decision placed(String agentId, Reason reason, double score) {
        return decision(new Decision.Placed(agentId, reason, "", score, null));
    }

    private static Decision decision(Decision.Outcome outcome) {
        boolean session = outcome instanceof Decision.Placed placed && placed.reason() == Reason.EXISTING_SESSION;
        return new Decision(
                "office",
                "desk",
                outcome,
                session ? List.of("ambiguous-identity") : List.of(),
                Map.of(
                        "a1",
                        List.of(new Exclusion(
                                "at-session-limit",
                                Bars.NEW_SESSION,
                                "8 of 8 sessions",
                                new Scope.Everywhere(),
                                LIMIT))),
                Map.of("a2", List.of(new ScoreTerm("gpu for cad", 500, new Scope.Everywhere(), CAD))),
                Map.of("a1", Set.of("at-session-limit")),
                List.of(HEALTH),
                "0123456789ab",
                1,
                42,
                new FarmView("office", true, List.of(), Map.of(), "score", false, 60),
                null,
                FleetMark.NONE);
    }

    private static Verdict host(
            String id, String name, Set<String> farms, double health, double cpu, Exclusion... exclusions) {
        AgentView agent = new AgentView(
                id, name, "", "online", false, true, 90, 1.0, 1.0, 0, 0, 0, 0, null, null, 100, true, "unknown", 0,
                false, Map.of(), List.of(), List.of());
        return new Verdict(agent, farms, List.of(exclusions), terms(health, cpu));
    }

    private static List<ScoreTerm> terms(double health, @Nullable Double cpu) {
        return List.of(
                new ScoreTerm("health", health, new Scope.WithStrategy("score"), HEALTH),
                new ScoreTerm("cpu", cpu == null ? 0 : cpu, new Scope.WithStrategy("score"), CPU),
                new ScoreTerm("sessions", -1, new Scope.WithStrategy("least-sessions"), CPU));
    }
}
