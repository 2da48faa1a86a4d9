package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.AgentView.RemoteAppView;
import io.drover.policy.fact.Bars;
import io.drover.policy.fact.Statement.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DecisionJsonTest {

    private static final RuleRef KNOWN = new RuleRef("drain", "A draining host gets nobody", "availability.drl", 21);
    private static final RuleRef OTHER = new RuleRef("odd", "Odd", "odd.drl", 1);

    private final DecisionJson json = new DecisionJson();
    private final DecisionRows rows = new DecisionRows(json);
    private final RuleNames rules = new RuleNames(List.of(KNOWN));

    @Test
    void aVerdictReadsBackAsItWas() throws Exception {
        Verdict verdict = new Verdict(
                new AgentView(
                        "id",
                        "host \"\\u0000\" Ż",
                        "",
                        "drain",
                        true,
                        false,
                        null,
                        0.1,
                        null,
                        1,
                        2,
                        3,
                        4,
                        0,
                        null,
                        100,
                        false,
                        "silent",
                        5,
                        true,
                        Map.of("empty", "", "b", "2"),
                        List.of("x", ""),
                        List.of(new RemoteAppView("", "app", true))),
                Set.of("", "office"),
                List.of(
                        new Exclusion("agent-draining", Bars.NEW_SESSION, "", new Scope.Everywhere(), KNOWN),
                        new Exclusion("custom:x", Bars.ANY_SESSION, "why", new Scope.InFarm(""), OTHER),
                        new Exclusion("custom:y", Bars.ANY_SESSION, "why", new Scope.ForResource("r"), OTHER)),
                List.of(new ScoreTerm("cpu", -0.30000000000000004, new Scope.WithStrategy("score"), KNOWN)));

        String text = json.write(verdict, rules);

        assertThat(json.readVerdict(text, rules)).isEqualTo(verdict);
        assertThat(text).contains("\"rule\":\"drain\"").contains("\"odd.drl\"").doesNotContain("null");
    }

    @Test
    void aRuleIdThatTheEpochDoesNotKnowIsAllThatIsKnownOfTheRule() throws Exception {
        Verdict read = json.readVerdict("{\"agent\":{\"id\":\"a\"},\"terms\":[{\"rule\":\"gone\"}]}", rules);

        assertThat(read.terms()).extracting(ScoreTerm::rule).containsExactly(new RuleRef("gone", "gone", "", 0));
    }

    @Test
    void aHostThatWasWrittenBeforeThereWereProbesWasNotProbed() throws Exception {
        assertThat(json.readVerdict("{\"agent\":{\"id\":\"a\"}}", rules).agent().probeState())
                .isEqualTo("unknown");
    }

    @Test
    void twoRulesOfOneIdAreWrittenInFull() throws Exception {
        RuleNames twice = new RuleNames(List.of(KNOWN, new RuleRef("drain", "Other", "other.drl", 3)));

        assertThat(twice.knows(KNOWN)).isFalse();
        assertThat(json.readRules(json.write(rules)).all()).containsExactly(KNOWN);
    }

    @Test
    void theDatabaseNeverSeesTheCharacterNul() {
        assertThat(DecisionJson.storable("[\"a\\u0000b\"]")).isEqualTo("[\"a\\ufffdb\"]");
        assertThat(DecisionJson.storable("\"\\\\\\u0000\\\\u0000\"")).isEqualTo("\"\\\\\\ufffd\\\\u0000\"");
    }

    @Test
    void decisionsReadBackAsTheyWere() throws Exception {
        try (CompiledRules compiled = RandomFleet.rules();
                RandomFleet fleet = new RandomFleet(compiled, 3, VerdictListener.NONE)) {
            for (int i = 0; i < 300; i++) {
                fleet.change();
                Question question = fleet.question();
                Decision decision = fleet.decide(question);
                DecisionRecord record = Records.of("d" + i, Records.NINE, question, decision);
                StoredDecision stored = new StoredDecision(record, "node-1", Records.NINE, decision.fleetVersion());

                StoredDecision read = rows.read(rows.write(stored, rules), rules);

                assertThat(read).isEqualTo(stored);
            }
        }
    }

    /** Records that are older than the mark do not have it either. */
    @Test
    void onlyAProvisionalPlacementIsMarked() throws Exception {
        assertThat(recordOf(new Placed(1L << 52, Records.NINE, true))).contains("\"provisional\":true");
        assertThat(recordOf(new Placed(42L, Records.NINE, false))).doesNotContain("provisional");
    }

    private String recordOf(Placed outcome) throws Exception {
        DecisionRecord bare = Records.failed("x", Records.NINE);
        DecisionRecord placed = new DecisionRecord(
                bare.id(),
                bare.at(),
                bare.request(),
                bare.user(),
                null,
                null,
                outcome,
                bare.settings(),
                bare.tries(),
                bare.timings());
        DecisionRow row = rows.write(new StoredDecision(placed, "node-1", null, 0), rules);
        assertThat(rows.read(row, rules).record().outcome()).isEqualTo(outcome);
        return row.record();
    }

    @Test
    void aRequestThatNothingWasDecidedOnReadsBackAsItWas() throws Exception {
        StoredDecision stored = new StoredDecision(Records.failed("x", Records.NINE), "node-1", null, 0);

        assertThat(rows.read(rows.write(stored, rules), rules)).isEqualTo(stored);
    }
}
