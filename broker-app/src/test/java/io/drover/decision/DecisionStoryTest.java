package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Hosts;
import io.drover.decision.DecisionStory.Term;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DecisionStoryTest {

    private static final List<Told> TOLD = new ArrayList<>();
    private static CompiledRules rules;

    @BeforeAll
    static void compile() throws Exception {
        rules = RandomFleet.rules();
        try (RandomFleet fleet = new RandomFleet(rules, 11, VerdictListener.NONE)) {
            for (int i = 0; i < 600; i++) {
                fleet.change();
                Question question = fleet.question();
                List<Verdict> verdicts = fleet.verdicts();
                Decision decision = fleet.decide(question);
                TOLD.add(new Told(decision, DecisionStory.of(Records.asked(question), question, decision, verdicts)));
            }
        }
    }

    @AfterAll
    static void dispose() {
        TOLD.clear();
        rules.close();
    }

    @Test
    void theBestHostOfTheStoryIsTheHostThatTheEngineChose() {
        int[] seen = {0};
        eachDecision((decision, story) -> {
            if (decision.outcome() instanceof Placed placed
                    && placed.reason() == Reason.LOAD_BALANCE
                    && !Objects.requireNonNull(decision.farm()).jitter()) {
                seen[0]++;
                Host first = story.agents().get(0);
                assertThat(first.agentId()).isEqualTo(placed.agentId());
                assertThat(first.chosen()).isTrue();
                assertThat(first.rank()).isEqualTo(1);
                assertThat(first.score()).isEqualTo(placed.score());
                assertThat(story.outcome().score()).isEqualTo(placed.score());
            }
        });
        assertThat(seen[0]).isGreaterThan(50);
    }

    @Test
    void theStoryCountsTheBarredHostsAsTheEngineDoes() {
        int[] seen = {0};
        eachDecision((decision, story) -> {
            if (decision.outcome() instanceof Refused refused && refused.code().equals("no_eligible_host")) {
                seen[0]++;
                Map<String, Integer> counts = new TreeMap<>();
                story.agents().stream()
                        .filter(Host::member)
                        .flatMap(host -> host.exclusions().stream()
                                .filter(barrier -> !barrier.waived())
                                .limit(1))
                        .forEach(barrier -> counts.merge(barrier.code(), 1, Integer::sum));
                assertThat(counts).isEqualTo(refused.excluded());
                assertThat(story.outcome().excluded()).isEqualTo(refused.excluded());
            }
        });
        assertThat(seen[0]).isPositive();
    }

    @Test
    void everyScoreIsTheSumOfItsTerms() {
        eachDecision((decision, story) -> story.agents().stream()
                .filter(Host::member)
                .forEach(host -> assertThat(
                                host.terms().stream().mapToDouble(Term::points).reduce(0, Double::sum))
                        .isEqualTo(Objects.requireNonNull(host.score()))));
    }

    @Test
    void whatHoldsForTheRequestAloneIsMarked() {
        boolean[] seen = new boolean[3];
        eachDecision((decision, story) -> story.agents().forEach(host -> {
            seen[0] |= host.terms().stream()
                    .filter(Term::forThisRequest)
                    .anyMatch(term -> term.label().equals("gpu for cad"));
            seen[1] |= host.exclusions().stream()
                    .filter(Barrier::forThisRequest)
                    .anyMatch(barrier -> barrier.code().equals("custom:no-guests"));
            seen[2] |= host.exclusions().stream()
                    .filter(Barrier::waived)
                    .anyMatch(barrier -> barrier.code().equals("at-session-limit"));
        }));
        assertThat(seen).containsOnly(true);
    }

    @Test
    void hostsAreToldOfOnlyWhereTheyWereLookedAt() {
        eachDecision((decision, story) -> {
            assertThat(story.hosts()).isEqualTo(decision.farm() == null ? Hosts.NOT_ASKED : Hosts.RECORDED);
            assertThat(story.agents().isEmpty()).isEqualTo(decision.farm() == null);
        });
    }

    @Test
    void aStoryWhoseHostsWereNotRecordedSaysSo() {
        try (RandomFleet fleet = new RandomFleet(rules, 1, VerdictListener.NONE)) {
            fleet.change();
            Question question = wholeFleet();
            DecisionRecord record = Records.of("d1", Records.NINE, question, fleet.decide(question));

            assertThat(DecisionStory.of(record, "node-1", null).hosts()).isEqualTo(Hosts.NOT_RECORDED);
            assertThat(DecisionStory.of(Records.failed("d2", Records.NINE), "node-1", null)
                            .outcome()
                            .code())
                    .isEqualTo("policy_failed");
        }
    }

    @Test
    void theJsonIsInSnakeCaseAndReadsBackAsTheStory() throws Exception {
        JsonMapper plain = JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        try (RandomFleet fleet = new RandomFleet(rules, 5, VerdictListener.NONE)) {
            for (int i = 0; i < 60; i++) {
                fleet.change();
            }
            for (int i = 0; i < 20; i++) {
                Question question = fleet.question();
                DecisionStory story = DecisionStory.of(
                        Records.of("d" + i, Records.NINE, question, fleet.decide(question)), "n", fleet.verdicts());
                String json = plain.writeValueAsString(story);

                assertThat(plain.readValue(json, DecisionStory.class)).isEqualTo(story);
                assertThat(json.replaceAll("\"[^\"]*\":", "\n$0\n").lines().filter(line -> line.endsWith(":")))
                        .allMatch(line -> !line.matches(".*[a-z][A-Z].*"));
            }
        }
    }

    private static Question wholeFleet() {
        return new Question(
                new UserName("alice", ""),
                new CallView("", "", "", "", "", Set.of(), "", ""),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
    }

    private record Told(Decision decision, DecisionStory story) {}

    private static void eachDecision(BiConsumer<Decision, DecisionStory> check) {
        TOLD.forEach(told -> check.accept(told.decision(), told.story()));
    }
}
