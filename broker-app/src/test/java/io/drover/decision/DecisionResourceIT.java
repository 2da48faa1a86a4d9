package io.drover.decision;

import static io.drover.http.TestServer.AGENT_TOKEN;
import static io.drover.http.TestServer.BROKER;
import static io.drover.http.TestServer.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.Actor;
import io.drover.database.DatabaseExtension;
import io.drover.http.HttpCalls.Answer;
import io.drover.http.StrictJson;
import io.drover.http.TestServer;
import io.drover.identity.Domains;
import io.drover.policy.PolicyDao;
import io.drover.policy.Question;
import io.drover.policy.StoredRevisions;
import io.drover.policy.engine.CompiledRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DecisionResourceIT {

    private static final String DECISIONS = "/api/v1/decisions";
    private static final int DECIDED = 40;
    private static final List<DecisionStory> told = new ArrayList<>();

    @Order(1)
    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @Order(2)
    @RegisterExtension
    static final TestServer server = new TestServer(access -> List.of(resource()));

    private static DecisionResource resource() {
        DecisionReader decisions =
                new DecisionReader(database.jdbi().onDemand(DecisionDao.class), Domains.withoutAliases());
        return new DecisionResource(
                decisions,
                new WhyNotReader(decisions, new StoredRevisions(database.jdbi().onDemand(PolicyDao.class))));
    }

    @BeforeAll
    static void decide() throws Exception {
        DecisionLog log = new DecisionLog(
                database.jdbi().onDemand(DecisionDao.class),
                DecisionLogSettings.defaults(),
                "node-1",
                () -> Records.NINE);
        try (CompiledRules rules = RandomFleet.rules();
                RandomFleet fleet = new RandomFleet(
                        rules, 12, log.journal(rules.revision(), rules.byName().values()))) {
            Instant now = Records.NINE;
            for (int i = 0; i < DECIDED; i++) {
                fleet.change();
                Question question = fleet.question();
                DecisionRecord record = Records.of("d-" + i, now, question, fleet.decide(question));
                told.add(DecisionStory.of(record, "node-1", fleet.verdicts()));
                log.offer(record);
                now = now.plusSeconds(1);
            }
        }
        log.start();
        log.stop();
    }

    @Test
    void aDecisionIsToldAsItWas() throws Exception {
        for (DecisionStory story : told) {
            Answer answer = server.get(DECISIONS + "/" + story.decisionId(), VIEWER);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(StrictJson.mapper().readValue(answer.text(), DecisionStory.class))
                    .isEqualTo(story);
        }
    }

    @Test
    void theStoryNamesRulesFactsAndTerms() {
        JsonNode story =
                server.get(DECISIONS + "/" + placed().decisionId(), VIEWER).body();
        JsonNode host = story.path("agents").get(0);

        assertThat(story.path("hosts").asText()).isEqualTo("recorded");
        assertThat(host.path("facts").path("active_sessions").isInt()).isTrue();
        assertThat(host.path("terms").get(0).path("rule").path("file").asText()).endsWith(".drl");
        assertThat(story.path("timings").path("decide_us").asInt()).isEqualTo(6);
        assertThat(story.path("at").asText()).startsWith("2026-03-02T09:00:");
        assertThat(story.path("settings").path("min_health_score").asInt()).isEqualTo(60);
    }

    private static DecisionStory placed() {
        return told.stream()
                .filter(story -> story.outcome().reason().equals("load-balance"))
                .findFirst()
                .orElseThrow();
    }

    /** A host of the farm that reports and was not chosen. */
    private static Optional<String> other(DecisionStory story) {
        return story.agents().stream()
                .filter(host -> host.member() && !host.chosen() && host.facts().online())
                .map(DecisionStory.Host::agentId)
                .findFirst();
    }

    @Test
    void whyNotNamesTheFirstConditionThatFailed() throws Exception {
        DecisionStory story =
                told.stream().filter(one -> other(one).isPresent()).findFirst().orElseThrow();
        String other = other(story).orElseThrow();
        String path = DECISIONS + "/" + story.decisionId() + "/why-not?agent=";
        assertThat(server.get(path + other, VIEWER).code()).isEqualTo("not_recorded");
        try (CompiledRules rules = RandomFleet.rules()) {
            new StoredRevisions(database.jdbi().onDemand(PolicyDao.class)).keep(rules.source(), new Actor("test"));
        }

        JsonNode proposing = server.get(path + other, VIEWER).body();
        JsonNode asked = server.get(path + other + "&rule=offline", VIEWER)
                .body()
                .path("rules")
                .path(0);

        assertThat(proposing.path("policy_revision").asText()).isEqualTo(story.policyRevision());
        assertThat(proposing.findValuesAsText("id")).contains("reconnect-active", "lease-without-session");
        assertThat(asked.path("condition").asText()).isEqualTo("online == false");
        assertThat(asked.path("sentence").asText()).isEqualTo("true == false is false");
        assertThat(server.get(path + "nobody", VIEWER).status()).isEqualTo(404);
        assertThat(server.get(path + other + "&rule=no-such", VIEWER).status()).isEqualTo(404);
        assertThat(server.get(path + other + "&rule=farm-default", VIEWER).status())
                .isEqualTo(404);
        assertThat(server.get(DECISIONS + "/none/why-not?agent=" + other, VIEWER)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void decisionsAreListedNewestFirstPageByPage() {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = server.get(DECISIONS + "?limit=7" + cursor, VIEWER).body();
            page.path("items").forEach(item -> ids.add(item.path("decision_id").asText()));
            cursor = page.path("next").isTextual()
                    ? "&cursor=" + page.path("next").asText()
                    : "";
        } while (!cursor.isEmpty());

        assertThat(ids).hasSize(DECIDED).startsWith("d-39", "d-38").endsWith("d-1", "d-0");
    }

    @Test
    void filtersNarrowTheList() {
        assertThat(count("?user=CAROL%40corp.example"))
                .isEqualTo(toldOf("carol"))
                .isEqualTo(count("?user=carol"))
                .isPositive();
        assertThat(count("?outcome=placed") + count("?outcome=refused") + count("?outcome=failed"))
                .isEqualTo(DECIDED);
        assertThat(count("?since=2026-03-02T10:00:30%2B01:00")).isEqualTo(10);
        assertThat(count("?agent=" + placed().outcome().agentId())).isPositive();
        assertThat(count("?agent=nobody")).isZero();
    }

    private static long toldOf(String person) {
        return told.stream().filter(story -> story.user().name().equals(person)).count();
    }

    private static int count(String query) {
        Answer answer = server.get(DECISIONS + query, VIEWER);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.body().path("items").size();
    }

    @Test
    void anOutcomeThatIsNoneIsRefusedWithThoseThatAre() {
        Answer answer = server.get(DECISIONS + "?outcome=no_eligible_host", VIEWER);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo("outcome: must be one of failed, placed, refused");
        assertThat(count("?code=no_eligible_host"))
                .isEqualTo(count("?code=no_eligible_host&outcome=refused"))
                .isBetween(1, count("?outcome=refused"));
    }

    @Test
    void wrongInputIsRefused() {
        assertThat(server.get(DECISIONS + "/none", VIEWER).code()).isEqualTo("not_found");
        assertThat(server.get(DECISIONS + "/%07", VIEWER).status()).isEqualTo(400);
        assertThat(server.get(DECISIONS + "/" + "x".repeat(2_000), VIEWER).status())
                .isEqualTo(400);
        assertThat(server.get(DECISIONS + "?since=yesterday", VIEWER).error()).startsWith("since: ");
        for (String time :
                List.of("%2B999999999-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "9999-12-31T23:00:00-18:00")) {
            assertThat(server.get(DECISIONS + "?since=" + time, VIEWER).error()).startsWith("since: must be a time");
        }
        assertThat(server.get(DECISIONS + "?user=CORP%5C", VIEWER).error()).startsWith("user: ");
        assertThat(server.get(DECISIONS + "?cursor=x", VIEWER).status()).isEqualTo(400);
        assertThat(server.get(DECISIONS + "?color=red", VIEWER).status()).isEqualTo(400);
    }

    @Test
    void onlyOperatorsRead() {
        assertThat(server.get(DECISIONS, BROKER).status()).isEqualTo(401);
        assertThat(server.get(DECISIONS + "/d-1", AGENT_TOKEN).status()).isEqualTo(401);
    }
}
