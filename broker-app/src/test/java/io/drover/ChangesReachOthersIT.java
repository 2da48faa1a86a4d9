package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseExtension;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What is changed through one instance holds at the other. What takes something away holds from the answer on, since
 * the commit of a lease checks it; what adds something holds as soon as the other has heard of it.
 */
class ChangesReachOthersIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration HEARD = Duration.ofSeconds(10);

    private static final List<BrokerInstance> brokers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient here;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient there;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    @BeforeAll
    static void start() throws Exception {
        brokers.add(BrokerInstance.start(database.config()));
        brokers.add(BrokerInstance.start(database.config()));
        here = brokers.get(0).client();
        there = brokers.get(1).client();
        farm = OfficeFarm.create(here, 3);
        farm.awaitEligible(there, 3);
    }

    @AfterAll
    static void stop() {
        brokers.forEach(BrokerInstance::close);
    }

    /** Three seconds are what the database gives a batch of leases; other statements of the broker get no more. */
    @Test
    void aChangeOutwaitsALeaseCommit() throws Exception {
        String host = "/api/v1/agents/" + farm.hosts().get(0).id() + "/control";
        try (Connection writer = database.database().open("lease");
                Statement commit = writer.createStatement()) {
            writer.setAutoCommit(false);
            commit.execute("SELECT pg_advisory_xact_lock_shared(control_gate())");
            long start = System.nanoTime();
            Answer answer = here.operator("PATCH", host, Map.of("mode", "drain"));
            assertThat(answer.text("code")).isEqualTo("storage_unavailable");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(3_900));
        }
        changed(here.operator("PATCH", host, Map.of("mode", "drain")));
        changed(here.operator("PATCH", host, Map.of("mode", "online")));
    }

    @Test
    void aDisabledFarmIsClosedAtOnceAndOpensAgain() {
        farmWithHost("finance");
        awaitPlaced("frida", "finance");

        changed(here.operator("PUT", "/api/v1/farms/finance", Map.of("enabled", false)));
        assertThat(ask("frida", "finance").text("code")).isEqualTo("farm_unavailable");
        assertThat(ask("fred", "finance").text("code")).isEqualTo("farm_unavailable");

        changed(here.operator("PUT", "/api/v1/farms/finance", Map.of("enabled", true)));
        awaitPlaced("fred", "finance");
    }

    @Test
    void aDeletedFarmIsClosedAtOnceAlthoughLeasesReferToIt() {
        farmWithHost("legal");
        changed(here.operator(
                "POST",
                "/api/v1/resources",
                Map.of("id", "contracts", "farm_id", "legal", "guacamole_connection_id", "301")));
        await().atMost(HEARD).until(() -> askFor("lena", "301").placed());

        assertThat(here.operatorDelete("/api/v1/farms/legal").status()).isEqualTo(409);
        changed(here.operatorDelete("/api/v1/farms/legal?force=true"));

        Answer answer = askFor("lena", "301");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text("code")).isEqualTo("farm_unavailable");
    }

    @Test
    void aDisabledResourceIsGoneAtOnce() {
        changed(here.operator(
                "POST",
                "/api/v1/resources",
                Map.of("id", "cad", "farm_id", OfficeFarm.ID, "guacamole_connection_id", "201")));
        await().atMost(HEARD)
                .until(() -> askFor("carl", "201").text("resource_id").equals("cad"));

        changed(here.operator(
                "PUT",
                "/api/v1/resources/cad",
                Map.of("farm_id", OfficeFarm.ID, "guacamole_connection_id", "201", "enabled", false)));

        Answer answer = askFor("carl", "201");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("code")).isEqualTo("resource_not_found");
    }

    @Test
    void aDeletedHostTakesNobodyFromThenOn() {
        EnrolledHost host = farmWithHost("lab");
        awaitPlaced("luke", "lab");

        changed(here.operatorDelete("/api/v1/agents/" + host.id()));

        assertThat(ask("luke", "lab").text("code")).isEqualTo("no_eligible_host");
        assertThat(ask("lucy", "lab").text("code")).isEqualTo("no_eligible_host");
        assertThat(there.heartbeat(host, OfficeFarm.heartbeat(host)).status()).isEqualTo(401);
        assertThat(database.query("SELECT person FROM lease WHERE farm = 'lab'"))
                .isEmpty();
    }

    @Test
    void aHostThatLeavesTheFarmTakesNobodyOfItFromThenOn() {
        EnrolledHost host = farmWithHost("sales");
        awaitPlaced("sam", "sales");

        farm.control(host, Map.of("farm_ids", List.of()));

        assertThat(ask("sam", "sales").text("code")).isEqualTo("no_eligible_host");
    }

    @Test
    void aSessionThatAHeartbeatShowsIsFound() {
        EnrolledHost host = farm.hosts().get(2);
        farm.report(host, "ria");

        Answer answer = awaitAnswer(
                () -> ask("CORP\\ria", OfficeFarm.ID), a -> a.reason().equals("existing-session"));

        assertThat(answer.agentId()).isEqualTo(host.id());
    }

    @Test
    void aHostThatFallsIllGetsNobodyNew() {
        EnrolledHost host = farmWithHost("ward");
        awaitPlaced("wim", "ward");

        here.heartbeat(host, OfficeFarm.heartbeat(host).replace("\"score\":100", "\"score\":10"));

        Answer answer = awaitAnswer(() -> ask("wendy", "ward"), a -> !a.placed());
        assertThat(answer.json().path("excluded").path("below-min-health").asInt())
                .isEqualTo(1);
    }

    @Test
    void aReleasedLeaseIsForgottenAtOnce() {
        farmWithHost("desk");
        awaitPlaced("rosa", "desk");
        String id = here.operatorGet("/api/v1/leases?user=rosa")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asText();

        changed(here.operatorDelete("/api/v1/leases/" + id));

        assertThat(ask("rosa", "desk").reason()).isEqualTo("load-balance");
    }

    @Test
    void aLeaseTakenThroughOneInstanceHoldsAtTheOther() {
        Answer first = here.resolve(Map.of("username", "lars", "farm_id", OfficeFarm.ID));

        Answer second = ask("lars@corp.example", OfficeFarm.ID);

        assertThat(second.agentId()).isEqualTo(first.agentId());
        assertThat(second.reason()).isEqualTo("existing-lease");
    }

    @Test
    void aLeaseThatTheQualifiedNameTakesToAnotherHostIsForgottenByBoth() {
        farmWithHost("twin");
        farm.add("second-of-twin", "twin");
        Answer first = awaitAnswer(() -> ask("tess", "twin"), Answer::placed);
        awaitUnderWay("twin", first.agentId(), 1);

        Answer second = here.resolve(
                Map.of("username", "CORP\\tess", "farm_id", "twin", "exclude_agent_ids", List.of(first.agentId())));

        awaitUnderWay("twin", second.agentId(), 1);
        awaitUnderWay("twin", first.agentId(), 0);
        assertThat(database.query("SELECT domain FROM lease WHERE person = 'tess'"))
                .containsExactly("corp");
    }

    private static void awaitUnderWay(String farmId, String agentId, int users) {
        for (BrokerClient instance : List.of(here, there)) {
            await().atMost(HEARD)
                    .untilAsserted(() ->
                            assertThat(underWay(instance, farmId, agentId)).isEqualTo(users));
        }
    }

    private static int underWay(BrokerClient instance, String farmId, String agentId) {
        return instance.explain(Map.of("username", "nobody", "farm_id", farmId))
                .json()
                .path("agents")
                .valueStream()
                .filter(agent -> agent.path("agent_id").asText().equals(agentId))
                .mapToInt(agent -> agent.path("facts").path("under_way").asInt())
                .sum();
    }

    /** One machine was copied from the other: both report, each to another instance. */
    @Test
    void twoMachinesUnderOneIdAreShownToOperators() {
        EnrolledHost host = farmWithHost("twins");
        AtomicInteger seq = new AtomicInteger(1);

        awaitAnswer(
                () -> {
                    Answer first = report(here, host, "x1", seq.incrementAndGet());
                    Answer second = report(there, host, "y1", seq.incrementAndGet());
                    return first.status() == 409 ? first : second;
                },
                answer -> answer.status() == 409);

        Answer audit = here.operatorGet("/api/v1/audit?object_kind=agent&object_id=" + host.id());
        assertThat(audit.json().path("items").findValuesAsText("action")).contains("conflict");
    }

    private static Answer report(BrokerClient instance, EnrolledHost host, String boot, int seq) {
        String fields = "\"boot_id\": \"%s\", \"seq\": %d, ".formatted(boot, seq);
        return instance.heartbeat(
                host, "{" + fields + OfficeFarm.heartbeat(host).substring(1));
    }

    /** Equal hosts: the answer depends on the data alone, not on the instance or on the order in which it heard. */
    @Test
    void bothInstancesWouldGiveTheSameAnswer() {
        for (String user : List.of("ada", "ben", "cleo")) {
            Map<String, String> request = Map.of("username", user, "farm_id", OfficeFarm.ID);

            await().atMost(HEARD)
                    .untilAsserted(() -> assertThat(hostOf(there.explain(request)))
                            .isNotEmpty()
                            .isEqualTo(hostOf(here.explain(request))));
        }
    }

    private static String hostOf(Answer explained) {
        return explained.json().path("outcome").path("agent_id").asText();
    }

    private static EnrolledHost farmWithHost(String id) {
        changed(here.operator("POST", "/api/v1/farms", Map.of("id", id)));
        return farm.add("host-of-" + id, id);
    }

    private static Answer ask(String user, String farmId) {
        return there.resolve(Map.of("username", user, "farm_id", farmId));
    }

    private static Answer askFor(String user, String connection) {
        return there.resolve(Map.of("username", user, "connection_id", connection));
    }

    private static void awaitPlaced(String user, String farmId) {
        awaitAnswer(() -> ask(user, farmId), Answer::placed);
    }

    private static Answer awaitAnswer(Callable<Answer> ask, Predicate<Answer> expected) {
        return await().atMost(HEARD).pollInterval(Duration.ofMillis(20)).until(ask, expected);
    }

    private static void changed(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
    }
}
