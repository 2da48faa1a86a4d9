package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What gateways report of placements: users are placed through one instance, the reports come to the other, and hold at
 * both.
 */
class GatewayReportsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration HEARD = Duration.ofSeconds(20);
    private static final String NODE = "gateway-1";
    private static final List<BrokerInstance> brokers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient here;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient there;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm office;

    @BeforeAll
    static void start() throws Exception {
        brokers.add(BrokerInstance.start(database.config()));
        brokers.add(BrokerInstance.start(database.config()));
        here = brokers.get(0).client();
        there = brokers.get(1).client();
        office = OfficeFarm.create(here, 1);
        office.awaitEligible(there, 1);
    }

    @AfterAll
    static void stop() {
        brokers.forEach(BrokerInstance::close);
    }

    @Test
    void anOpenConnectionHoldsTheUserOnADrainingHost() {
        EnrolledHost host = farmOf("anna", 1).get(0);
        Answer anna = place("anna", "anna");
        assertThat(report(there, anna, "opened").text("state")).isEqualTo("open");
        office.control(host, Map.of("mode", "drain", "force", true));

        Answer again = awaitAnswer(() -> ask(here, "anna", "anna"), Answer::placed);

        assertThat(again.reason()).isEqualTo("existing-lease");
        assertThat(ask(here, "bert", "anna").text("code")).isEqualTo("no_eligible_host");
    }

    @Test
    void aClosedConnectionEndsTheLeaseOnceAHeartbeatShowsNoSession() {
        EnrolledHost host = farmOf("cleo", 1).get(0);
        Answer cleo = place("cleo", "cleo");
        report(there, cleo, "opened");
        report(there, cleo, "closed");
        assertThat(leasesOf("cleo")).hasSize(1);

        awaitAnswer(() -> beat(here, host), any -> leasesOf("cleo").isEmpty());

        assertThat(place("cleo", "cleo").reason()).isEqualTo("load-balance");
    }

    @Test
    void aSessionKeepsTheLeaseOfAClosedConnection() {
        EnrolledHost host = farmOf("dirk", 1).get(0);
        Answer dirk = place("dirk", "dirk");
        report(here, dirk, "closed");

        office.report(host, "dirk");
        office.report(host, "dirk");

        assertThat(leasesOf("dirk")).hasSize(1);
        assertThat(ask(here, "dirk", "dirk").reason()).isEqualTo("existing-session");
    }

    @Test
    void aFailureEndsTheLeaseAndBarsTheHostForThatUserEverywhere() {
        farmOf("emil", 2);
        Answer emil = place("emil", "emil");

        Answer reported = there.report(emil.text("decision_id"), "failed", Map.of("status", 519, "node_id", NODE));

        assertThat(reported.text("state")).isEqualTo("failed");
        assertThat(reported.json().path("status").asInt()).isEqualTo(519);
        assertThat(leasesOf("emil")).isEmpty();
        for (BrokerClient instance : List.of(there, here)) {
            JsonNode host = awaitAnswer(
                            () -> instance.explain(Map.of("username", "emil", "farm_id", "emil")),
                            told -> barred(told, emil.agentId()))
                    .json();
            assertThat(host.path("outcome").path("agent_id").asText()).isNotEqualTo(emil.agentId());
        }
        assertThat(barred(there.explain(Map.of("username", "other", "farm_id", "emil")), emil.agentId()))
                .isFalse();
    }

    @Test
    void threeUsersWhoFailBarAHostForEverybodyNew() {
        farmOf("fiona", 1);

        for (String user : List.of("fa", "fb", "fc")) {
            report(there, place(user, "fiona"), "failed");
        }

        Answer refused = awaitAnswer(() -> ask(here, "fd", "fiona"), answer -> !answer.placed());
        assertThat(refused.json().path("excluded").path("failing-host").asInt()).isEqualTo(1);
    }

    @Test
    void aLateReportLeavesALaterLeaseAlone() {
        List<EnrolledHost> hosts = farmOf("gina", 2);
        Answer first = place("gina", "gina");
        report(there, first, "failed");
        Answer second = awaitAnswer(
                () -> ask(here, "gina", "gina"),
                answer -> answer.placed() && !answer.agentId().equals(first.agentId()));

        report(here, first, "failed");
        report(there, first, "closed");
        hosts.forEach(office::report);

        assertThat(leasesOf("gina")).hasSize(1);
        assertThat(leasesOf("gina").get(0).path("agent_id").asText()).isEqualTo(second.agentId());
    }

    @Test
    void aClosedConnectionLeavesTheLeaseOfALaterPlacementOnTheSameHostAlone() {
        EnrolledHost host = farmOf("hugo", 1).get(0);
        Answer first = place("hugo", "hugo");
        Answer second = place("hugo", "hugo");
        assertThat(second.reason()).isEqualTo("existing-lease");

        report(here, first, "closed");
        office.report(host);
        office.report(host);

        assertThat(leasesOf("hugo")).hasSize(1);
    }

    @Test
    void aRepeatedRequestIsStillTheFirstPlacement() {
        EnrolledHost host = farmOf("ines", 1).get(0);
        Map<String, String> click = Map.of("username", "ines", "farm_id", "ines", "request_id", "one-click");
        Answer first = here.resolve(click);
        Answer again = here.resolve(click);
        assertThat(again.text("decision_id")).isEqualTo(first.text("decision_id"));

        report(here, again, "failed");

        assertThat(leasesOf("ines")).isEmpty();
        assertThat(host.id()).isEqualTo(first.agentId());
    }

    @ParameterizedTest
    @CsvSource({
        "opened, opened, open",
        "opened, closed, closed",
        "closed, opened, closed",
        "closed, closed, closed",
        "closed, failed, failed",
        "failed, closed, failed",
        "failed, opened, failed",
        "opened, failed, failed"
    })
    void reportsThatComeTwiceOrInAnotherOrderLeadToOneState(String first, String second, String state) {
        String farm = first + "-" + second;
        farmOf(farm, 1);
        Answer placed = place("jan", farm);

        assertThat(report(here, placed, first).status()).isEqualTo(200);
        Answer last = report(there, placed, second);

        assertThat(last.status()).isEqualTo(200);
        assertThat(last.text("state")).isEqualTo(state);
        assertThat(last.text("decision_id")).isEqualTo(placed.text("decision_id"));
    }

    @Test
    void aNodeTellsWhatItHasOpen() {
        Answer open = place("kai", OfficeFarm.ID);
        Answer never = place("kim", OfficeFarm.ID);
        Answer closed = place("kit", OfficeFarm.ID);
        report(here, open, "opened");
        report(here, closed, "closed");

        Answer told =
                announce(there, List.of(id(open), id(never), id(closed), "00000000000000000000000000000000", id(open)));

        assertThat(told.status()).as(told.body()).isEqualTo(200);
        assertThat(told.json().path("open").asInt()).isEqualTo(2);
        assertThat(told.json().path("ended").valueStream().map(JsonNode::asText))
                .containsExactly(id(closed));
        assertThat(told.json().path("unknown").valueStream().map(JsonNode::asText))
                .containsExactly("00000000000000000000000000000000");
        assertThat(database.query("SELECT state FROM connection WHERE decision_id = '" + id(never) + "'"))
                .containsExactly("open");
    }

    @Test
    void aBrokerThatStartsKnowsWhatIsOpen() throws Exception {
        EnrolledHost host = farmOf("lena", 1).get(0);
        report(here, place("lena", "lena"), "opened");
        office.control(host, Map.of("mode", "drain", "force", true));

        try (BrokerInstance started = BrokerInstance.start(database.config())) {
            Answer again = awaitAnswer(() -> ask(started.client(), "lena", "lena"), Answer::placed);
            assertThat(again.reason()).isEqualTo("existing-lease");
        }
    }

    /** The close of the first placement, a heartbeat without a session, and the next click, all at one moment. */
    @Test
    void aCloseNeverEndsTheLeaseOfAPlacementAtTheSameMoment() {
        List<EnrolledHost> hosts = farmOf("mira", 2);
        List<String> users =
                IntStream.range(0, 40).mapToObj("mira%02d"::formatted).toList();
        List<Answer> first = users.stream().map(user -> place(user, "mira")).toList();

        List<CompletableFuture<Answer>> sent = new ArrayList<>();
        List<CompletableFuture<Answer>> second = new ArrayList<>();
        for (int i = 0; i < users.size(); i++) {
            sent.add(there.reportLater(id(first.get(i)), "closed", Map.of()));
            second.add(here.resolveLater(Map.of("username", users.get(i), "farm_id", "mira")));
            EnrolledHost host = hosts.get(i % 2);
            sent.add(here.send(here.heartbeatRequest(host, OfficeFarm.heartbeat(host))));
        }
        assertThat(sent).allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));

        for (int i = 0; i < users.size(); i++) {
            Answer placed = second.get(i).join();
            assertThat(placed.placed()).as(placed.body()).isTrue();
            assertThat(leasesOf(users.get(i)))
                    .singleElement()
                    .satisfies(
                            lease -> assertThat(lease.path("agent_id").asText()).isEqualTo(placed.agentId()));
        }
    }

    @ParameterizedTest
    @CsvSource({"00000000000000000000000000000000", "nobody", "..%00", "%F0%9F%98%80", "a%20b"})
    void aPlacementThatNobodyKnowsIsNotFound(String decisionId) {
        Answer answer = here.report(decisionId, "opened", Map.of());

        assertThat(answer.status()).isBetween(400, 404);
        assertThat(answer.text("code")).isIn("not_found", "invalid_request");
    }

    @Test
    void aRefusalIsNoPlacement() {
        Answer refused = here.resolve(Map.of("username", "nina", "farm_id", "no-such-farm"));

        assertThat(here.report(id(refused), "closed", Map.of()).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"status\": \"refused\"}|status",
                "{\"status\": -1}|status",
                "{\"status\": 70000}|status",
                "{\"node_id\": 7}|node_id",
                "[]|body"
            })
    void aReportThatIsWrongSaysWhere(String body, String field) {
        Answer placed = place("olga", OfficeFarm.ID);

        Answer answer = send(here, "/api/v1/broker/placements/" + id(placed) + "/failed", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).startsWith(field + ": ");
        assertThat(database.query("SELECT 1 FROM connection WHERE decision_id = '" + id(placed) + "'"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"decision_ids\": []}|node_id",
                "{\"node_id\": \" \", \"decision_ids\": []}|node_id",
                "{\"node_id\": \"a\"}|decision_ids",
                "{\"node_id\": \"a\", \"decision_ids\": \"b\"}|decision_ids",
                "{\"node_id\": \"a\", \"decision_ids\": [1]}|decision_ids[0]"
            })
    void aRenewalThatIsWrongSaysWhere(String body, String field) {
        Answer answer = send(here, "/api/v1/broker/placements/open", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).startsWith(field + ": ");
    }

    @Test
    void onlyGatewaysReport() {
        Answer placed = place("paul", OfficeFarm.ID);
        String path = "/api/v1/broker/placements/" + id(placed) + "/closed";

        assertThat(here.operator("POST", path, Map.of()).status()).isBetween(401, 403);
        assertThat(here.send(here.request("POST", path, "application/json", "{}"))
                        .join()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aDeletedHostTakesItsConnectionsAlong() {
        EnrolledHost host = farmOf("quin", 2).get(0);
        Answer placed = place("quin", "quin");
        report(here, placed, "opened");

        here.operatorDelete("/api/v1/agents/" + placed.agentId());

        Answer again = awaitAnswer(() -> ask(there, "quin", "quin"), Answer::placed);
        assertThat(again.agentId()).isNotEqualTo(placed.agentId());
        assertThat(report(there, placed, "closed").status()).isEqualTo(200);
        assertThat(host.id()).isNotEmpty();
    }

    private static List<EnrolledHost> farmOf(String id, int size) {
        Answer farm = here.operator("POST", "/api/v1/farms", Map.of("id", id));
        assertThat(farm.status()).as(farm.body()).isEqualTo(201);
        return IntStream.range(0, size)
                .mapToObj(i -> office.add(id + "-host-" + i, id))
                .toList();
    }

    private static Answer place(String user, String farmId) {
        return awaitAnswer(() -> ask(here, user, farmId), Answer::placed);
    }

    private static Answer ask(BrokerClient instance, String user, String farmId) {
        return instance.resolve(Map.of("username", user, "farm_id", farmId));
    }

    private static Answer report(BrokerClient instance, Answer placed, String event) {
        return instance.report(id(placed), event, Map.of("node_id", NODE));
    }

    private static Answer announce(BrokerClient instance, List<String> ids) {
        return send(
                instance,
                "/api/v1/broker/placements/open",
                BrokerClient.json(Map.of("node_id", NODE, "decision_ids", ids)));
    }

    private static Answer send(BrokerClient instance, String path, String body) {
        return instance.send(instance.gateway(path, "application/json", body)).join();
    }

    private static Answer beat(BrokerClient instance, EnrolledHost host) {
        return instance.heartbeat(host, OfficeFarm.heartbeat(host));
    }

    private static String id(Answer placed) {
        return placed.text("decision_id");
    }

    private static List<JsonNode> leasesOf(String user) {
        return here.operatorGet("/api/v1/leases?user=" + user)
                .json()
                .path("items")
                .valueStream()
                .toList();
    }

    private static boolean barred(Answer explained, String agentId) {
        return explained
                .json()
                .path("agents")
                .valueStream()
                .filter(agent -> agent.path("id").asText().equals(agentId)
                        || agent.path("agent_id").asText().equals(agentId))
                .anyMatch(agent -> agent.toString().contains("failed-for-user"));
    }

    private static Answer awaitAnswer(Callable<Answer> ask, Predicate<Answer> expected) {
        return await().atMost(HEARD).pollInterval(Duration.ofMillis(20)).until(ask, expected);
    }
}
