package io.drover.policy.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.Scene;
import io.drover.policy.Verdict;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhyNotTest {

    private static final Settings SETTINGS = new Settings("office", true, true, true, 60);
    private static final FarmView OFFICE =
            new FarmView("office", true, List.of("rds-07"), Map.of("role", "office"), "score", false, 60);
    private static final RuleSource SHIPPED = RuleSource.read(Path.of("..", "rules"));

    private static AgentView agent(String id, String farm, int health, int load, Map<String, String> tags) {
        return new AgentView(
                id,
                id,
                "",
                "online",
                false,
                true,
                health,
                10.0,
                20.0,
                load,
                0,
                0,
                0,
                null,
                1,
                100,
                true,
                "unknown",
                0,
                false,
                tags,
                List.of(farm),
                List.of());
    }

    private static Question question(List<UserSession> sessions, List<LeaseView> leases) {
        return new Question(
                UserName.parse("CORP\\alice"),
                new CallView("", "", "", "", "", Set.of("clerks"), "", ""),
                sessions,
                leases,
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
    }

    private static Scene scene(Question question) {
        return new Scene(
                question,
                SETTINGS,
                OFFICE,
                null,
                List.of(
                        agent("rds-01", "office", 95, 3, Map.of()),
                        agent("rds-02", "lab", 55, 9, Map.of("role", "lab"))));
    }

    private static List<String> texts(List<RuleTold> told) {
        return told.stream()
                .map(t -> t.rule().id() + " " + t.place() + " " + t.text())
                .toList();
    }

    private static List<String> admitting(Question question, AgentView... agents) throws Exception {
        try (CompiledRules rules = new RuleLoader(false).load(SHIPPED);
                FreshEngine engine = new FreshEngine(rules, String::equals)) {
            engine.put(SETTINGS);
            engine.put(OFFICE);
            List.of(agents).forEach(engine::put);
            Decision decision = engine.decide(question);
            List<Verdict> verdicts = engine.judged();
            Scene scene = Objects.requireNonNull(Scene.of(question, SETTINGS, decision, verdicts));
            Verdict verdict = verdicts.stream()
                    .filter(v -> v.agent().id().equals("rds-02"))
                    .findFirst()
                    .orElseThrow();
            return texts(new WhyNot(SHIPPED, scene, "rds-02").ofAdmittingRules(decision, verdict));
        }
    }

    @Test
    void aStrangerIsToldWhatEachRuleOfMembershipMissed() throws Exception {
        assertThat(admitting(question(List.of(), List.of()), agent("rds-02", "lab", 90, 0, Map.of("role", "lab"))))
                .containsExactly(
                        "member-by-agent membership.drl:11 farm_ids contains $id: [lab] contains \"office\" is false",
                        "member-by-farm membership.drl:21 $ids contains id: [rds-07] contains \"rds-02\" is false",
                        "member-by-tags membership.drl:31 carries( $tags ): carries( {role=office} ) is false",
                        "member-of-whole-fleet membership.drl:40 whole_fleet == true: false == true is false");
    }

    @Test
    void aMemberIsToldWhyNoSessionOrLeaseLedThere() throws Exception {
        Question question = question(
                List.of(new UserSession("rds-02", "corp", "idle", 0)),
                List.of(new LeaseView("rds-01", "office", "", "corp", 9e9, false, true, false)));

        assertThat(admitting(question, agent("rds-02", "office", 90, 0, Map.of())))
                .contains(
                        "lease-with-session lease.drl:13 there is no Lease with agent_id \"rds-02\"",
                        "reconnect-active reconnect.drl:13 state == \"active\": \"idle\" == \"active\" is false");
    }

    @Test
    void whatBarsAHostIsFollowedByTheRulesThatCouldWaiveIt() throws Exception {
        AgentView full = new AgentView(
                "rds-02",
                "rds-02",
                "",
                "online",
                false,
                true,
                90,
                1.0,
                1.0,
                0,
                0,
                0,
                2,
                null,
                2,
                100,
                true,
                "unknown",
                0,
                false,
                Map.of(),
                List.of("office"),
                List.of());

        assertThat(admitting(question(List.of(), List.of()), full))
                .contains("own-logon-not-counted limits.drl:29 there is no Own with agent_id \"rds-02\"")
                .noneMatch(text -> text.contains("own-sessions-not-counted"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            Agent( health_score >= 60 ) ~ health_score >= 60: 55 >= 60 is false
            Agent( cpu_percent * 2 + load > 99 ) ~ cpu_percent * 2 + load > 99: 10 * 2 + 9 > 99 is false
            Agent( mode == "drain" || load < 5 ) ~ mode == "drain" || load < 5: "online" == "drain" || 9 < 5 is false
            Agent( zone in ( "a", "b" ) ) ~ zone in ( "a", "b" ): "" in ( "a", "b" ) is false
            Agent( tags["role"] == "cad" ) ~ tags["role"] == "cad": "lab" == "cad" is false
            Agent( tags["gpu"] == "yes" ) ~ tags["gpu"] == "yes": null == "yes" is false
            Agent( !online ) ~ !online: !true is false
            Agent( hostname.startsWith( "cad" ) ) ~ hostname.startsWith( "cad" ): "rds-02".startsWith( "cad" ) is false
            Agent( $n : load < 5, cpu_percent < 5 ) ~ $n : load < 5: 9 < 5 is false
            Agent( $n : load, cpu_percent > $n * 2 ) ~ cpu_percent > $n * 2: 10 > 9 * 2 is false
            """)
    void theFirstConditionThatFailsIsToldWithItsValues(String pattern, String told) {
        assertThat(ofRule("$agent : " + pattern).text()).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            Request( groups contains "cad" ) ~ groups contains "cad": [clerks] contains "cad" is false
            Request( farm.strategy == "random" ) ~ farm.strategy == "random": "score" == "random" is false
            not Agent( load < 5 ) ~ not Agent( load < 5 ) is false
            exists Agent( load > 50 ) ~ exists Agent( load > 50 ) is false
            $other : Agent( load > 50 ) ~ load > 50: 3 > 50 is false
            Farm( jitter == true ) ~ jitter == true: false == true is false
            Lease() ~ there is no Lease
            accumulate( Agent( $n : load ); $all : sum( $n ); $all > 99 ) ~ accumulate( Agent( $n : load ); $all : sum( $n ); $all > 99 ) is false
            """)
    void conditionsBesideTheHostAreToldAlike(String condition, String told) {
        assertThat(ofRule(condition + "\n $agent : Agent()").text()).isEqualTo(told);
    }

    @Test
    void aRuleThatHoldsFired() {
        RuleTold told = ofRule("$other : Agent( load < 5 ) $agent : Agent( load > 5, this != $other )");

        assertThat(told.fired()).isTrue();
        assertThat(told.place()).isEqualTo("test.drl:3");
    }

    @Test
    void thePlaceIsThatOfTheCondition() {
        RuleTold told = ofRule("$agent : Agent( load > 5,\n        health_score > 90 )");

        assertThat(told.line()).isEqualTo(5);
        assertThat(told.column()).isEqualTo(9);
    }

    @Test
    void aRuleThatNobodyWroteIsNotToldOf() {
        assertThat(new WhyNot(SHIPPED, scene(question(List.of(), List.of())), "rds-02").ofRule("no-such"))
                .isEmpty();
    }

    private static RuleTold ofRule(String conditions) {
        String rule = """
                package drover
                import io.drover.policy.fact.*
                rule "Test" @id("test") @stage(filter) @doc("Test.") when
                    %s
                then
                    $agent.exclude( "x", Bars.NEW_SESSION, "x" );
                end
                """.formatted(conditions.replaceAll("^(?=\\$)|^", ""));
        RuleSource source = new RuleSource(new TreeMap<>(Map.of("test.drl", rule)));
        return new WhyNot(source, scene(question(List.of(), List.of())), "rds-02")
                .ofRule("test")
                .get(0);
    }
}
