package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.DatabaseConfig;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two brokers that may place users for a few seconds without the database; one of them can be cut off from it. */
class DegradedIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int HOSTS = 4;
    private static final int SECONDS = 15;
    private static final String PROVISIONAL = "away, placements are provisional until ";
    private static final String MARK = "X-Drover-Provisional";
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    @SuppressWarnings("NullAway.Init")
    private static DatabaseLink link;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance apart;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance healthy;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    @BeforeAll
    static void start() throws Exception {
        link = DatabaseLink.to(database.url());
        healthy = BrokerInstance.startDegradable(database.config(), SECONDS);
        apart = BrokerInstance.startDegradable(
                DatabaseConfig.at(link.url(), database.user(), database.password()), SECONDS);
        farm = OfficeFarm.create(healthy.client(), HOSTS);
        farm.awaitEligible(apart.client(), HOSTS);
    }

    @AfterAll
    static void stop() throws IOException {
        apart.close();
        healthy.close();
        link.close();
    }

    @AfterEach
    void recovered() {
        link.restore();
        await().atMost(PATIENCE).until(() -> databaseCheck().equals("ok"));
        farm.hosts().forEach(host -> farm.control(host, Map.of("mode", "online")));
        farm.awaitEligible(apart.client(), HOSTS);
    }

    @Test
    void usersArePlacedForAWhileAndWhatTheyGotIsDurableAfterwards() {
        Answer known = place(apart, "known");
        int earlier = outages().size();
        farm.hosts().forEach(DegradedIT::report);
        link.cut();

        Answer reconnected = place(apart, "known");
        Answer fresh = place(apart, "fresh");
        Answer again = place(apart, "fresh");

        Answer form = apart.client().tokens("username=fresh&connection_id=101");
        Answer unpublished = apart.client().tokens("username=fresh&connection_id=999");

        assertThat(List.of(reconnected, fresh, again)).allMatch(Answer::placed).allMatch(DegradedIT::isProvisional);
        assertThat(form.body()).contains("SESSIONGUARD_AGENT_ID=" + fresh.agentId());
        assertThat(form.header(MARK)).isEqualTo("true");
        assertThat(unpublished.status()).isEqualTo(200);
        assertThat(unpublished.header(MARK)).isEmpty();
        assertThat(reconnected.agentId()).isEqualTo(known.agentId());
        assertThat(again.agentId()).isEqualTo(fresh.agentId());
        assertThat(isProvisional(known)).isFalse();
        await().atMost(PATIENCE).until(() -> databaseCheck().startsWith(PROVISIONAL));
        EnrolledHost host = farm.hostOf(fresh);
        report(host, "fresh");

        await().atMost(PATIENCE).until(() -> place(apart, "late").unavailable());
        await().atMost(PATIENCE).until(() -> apart.client().get("/readyz").status() == 503);

        link.restore();
        await().atMost(PATIENCE).until(() -> hostOf("fresh").equals(List.of(fresh.agentId())));
        JsonNode told = outageAfter(earlier);
        assertThat(database.query("SELECT person FROM lease WHERE person = 'fresh' AND granted_at = 'epoch'"))
                .as("whose session shows is not under way")
                .hasSize(1);
        Answer after = place(apart, "fresh");
        assertThat(after.agentId()).isEqualTo(fresh.agentId());
        assertThat(isProvisional(after)).isFalse();
        assertThat(recordOf(again).path("provisional").asBoolean()).isTrue();
        assertThat(recordOf(reconnected).path("provisional").asBoolean()).isTrue();
        assertThat(recordOf(known).has("provisional")).isFalse();
        assertThat(place(healthy, "fresh").agentId()).isEqualTo(fresh.agentId());
        assertThat(hostOf("known")).containsExactly(known.agentId());
        assertThat(told.path("kept").asInt()).isPositive();
        assertThat(told.path("conflicting").asInt()).isZero();
        assertThat(told.path("closed").asInt()).isZero();
    }

    /** Two users are placed by both instances, one on a host that is in drain already, three by the one alone. */
    @Test
    void theDatabaseDecidesBetweenTwoInstances() {
        EnrolledHost drained = farm.hosts().get(HOSTS - 1);
        int earlier = outages().size();
        Metrics before = Metrics.of(apart);
        link.cut();
        farm.control(drained, Map.of("mode", "drain"));

        List<Answer> torn = Stream.of("torn1", "torn2")
                .map(user -> place(apart, user, drained.id()))
                .toList();
        Answer stranded = place(
                apart,
                "stranded",
                farm.hosts().stream()
                        .map(EnrolledHost::id)
                        .filter(id -> !id.equals(drained.id()))
                        .toArray(String[]::new));
        List<Answer> lone = Stream.of("lone1", "lone2", "lone3", "lone3")
                .map(user -> place(apart, user, drained.id()))
                .toList();
        assertThat(Stream.of(torn, List.of(stranded), lone).flatMap(List::stream))
                .allMatch(Answer::placed)
                .allMatch(DegradedIT::isProvisional);
        assertThat(stranded.agentId()).isEqualTo(drained.id());
        assertThat(Metrics.of(apart).since(before)).isEqualTo(new Metrics(1, 6, 7, 0, 0, 0, 0));
        List<Answer> winners = torn.stream()
                .map(answer -> place(healthy, answer.user(), answer.agentId()))
                .toList();
        assertThat(winners).allMatch(Answer::placed).noneMatch(DegradedIT::isProvisional);

        link.restore();
        JsonNode told = outageAfter(earlier);

        assertThat(Stream.of("given", "kept", "conflicting", "closed", "expired")
                        .map(field -> told.path(field).asInt(-1)))
                .containsExactly(7, 3, 2, 1, 0);
        assertThat(told.path("given_up"))
                .extracting(lease -> lease.path("outcome").asText() + " "
                        + lease.path("agent_id").asText() + " "
                        + lease.path("decision_id").asText())
                .containsExactlyInAnyOrder(
                        givenUp("conflicting", torn.get(0)),
                        givenUp("conflicting", torn.get(1)),
                        givenUp("closed", stranded));
        assertThat(Metrics.of(apart).since(before)).isEqualTo(new Metrics(0, 0, 7, 3, 2, 1, 0));
        for (Answer winner : winners) {
            Answer next = place(apart, winner.user());
            assertThat(next.agentId()).isEqualTo(winner.agentId());
            assertThat(isProvisional(next)).isFalse();
            assertThat(hostOf(winner.user())).containsExactly(winner.agentId());
        }
        lone.forEach(
                answer -> assertThat(place(healthy, answer.user()).agentId()).isEqualTo(answer.agentId()));
        assertThat(hostOf("stranded")).isEmpty();
        assertThat(place(apart, "stranded").agentId()).isNotEqualTo(drained.id());
        assertThat(database.query("SELECT person FROM lease GROUP BY person HAVING count(*) > 1"))
                .isEmpty();
    }

    /** A balancer that asks for readiness would send nobody, and so nobody would be the first. */
    @Test
    void anInstanceIsReadyToPlaceUsersBeforeTheFirstOneAsks() {
        int earlier = outages().size();
        link.cut();

        await().atMost(PATIENCE).until(() -> databaseCheck().startsWith(PROVISIONAL));
        assertThat(apart.client().get("/readyz").status()).isEqualTo(200);

        link.restore();
        await().atMost(PATIENCE).until(() -> databaseCheck().equals("ok"));
        assertThat(outages()).as("nobody was placed").hasSize(earlier);
    }

    /** For a moment leases can be written, and the fleet cannot be read, for one of its tables is not there. */
    @Test
    void usersArePlacedWhenTheDatabaseIsAwayAgainBeforeTheFleetCouldBeRead() {
        Answer known = place(apart, "known");
        int earlier = outages().size();
        link.cut();
        Answer fresh = place(apart, "flapping");
        await().atMost(PATIENCE).until(() -> databaseCheck().startsWith(PROVISIONAL));
        Instant until = provisionalUntil();
        database.execute("ALTER TABLE connection RENAME TO connection_elsewhere");
        link.restore();
        await().atMost(PATIENCE).until(() -> Metrics.of(apart).degraded() == 0);
        link.cut();
        database.execute("ALTER TABLE connection_elsewhere RENAME TO connection");

        List<Answer> again = List.of(place(apart, "known"), place(apart, "flapping"));

        assertThat(again).allMatch(Answer::placed).allMatch(DegradedIT::isProvisional);
        assertThat(again).extracting(Answer::agentId).containsExactly(known.agentId(), fresh.agentId());
        await().atMost(PATIENCE).until(() -> databaseCheck().startsWith(PROVISIONAL));
        assertThat(provisionalUntil()).isCloseTo(until, within(1, ChronoUnit.SECONDS));
        assertThat(apart.client().get("/readyz").status()).isEqualTo(200);

        link.restore();
        await().atMost(PATIENCE).until(() -> outages().size() == earlier + 2);
        assertThat(hostOf("flapping")).containsExactly(fresh.agentId());
    }

    private static Answer place(BrokerInstance instance, String user, String... exceptOn) {
        return instance.client()
                .resolve(Map.of("username", user, "connection_id", "101", "exclude_agent_ids", List.of(exceptOn)));
    }

    /** A heartbeat to the instance that is cut off, which knows the host's token since it reported there before. */
    private static void report(EnrolledHost host, String... users) {
        Answer answer = apart.client().heartbeat(host, OfficeFarm.heartbeat(host, users));
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
    }

    /** The body and the header say the same, and nothing when it is not so. */
    private static boolean isProvisional(Answer answer) {
        boolean told = answer.json().path("provisional").asBoolean();
        assertThat(answer.json().has("provisional")).isEqualTo(told);
        assertThat(answer.header(MARK)).isEqualTo(told ? "true" : "");
        return told;
    }

    private static String databaseCheck() {
        return apart.client()
                .get("/readyz")
                .json()
                .path("checks")
                .path("database")
                .asText();
    }

    private static Instant provisionalUntil() {
        return Instant.parse(databaseCheck().substring(PROVISIONAL.length()));
    }

    private static List<String> hostOf(String user) {
        return database.query("SELECT agent_id FROM lease WHERE person = '" + user + "'").stream()
                .map(String::valueOf)
                .toList();
    }

    private static String givenUp(String outcome, Answer placement) {
        return outcome + " " + placement.agentId() + " " + placement.text("decision_id");
    }

    /** What came of a decision by its record, which may be written a moment later. */
    private static JsonNode recordOf(Answer placement) {
        String path = "/api/v1/decisions/" + placement.text("decision_id");
        await().atMost(PATIENCE).until(() -> healthy.client().operatorGet(path).status() == 200);
        return healthy.client().operatorGet(path).json().path("outcome");
    }

    /** What the audit says of times without the database, the last first. */
    private static List<JsonNode> outages() {
        return healthy.client()
                .operatorGet("/api/v1/audit?object_kind=instance")
                .json()
                .path("items")
                .valueStream()
                .filter(entry -> entry.path("action").asText().equals("place_without_database"))
                .map(entry -> entry.path("after"))
                .toList();
    }

    /** Waits for one more than there were. */
    private static JsonNode outageAfter(int earlier) {
        await().atMost(PATIENCE).until(() -> outages().size() > earlier);
        assertThat(outages()).hasSize(earlier + 1);
        return outages().get(0);
    }

    /** What an instance tells Prometheus; the first two as they are, the others counted since its start. */
    private record Metrics(
            int degraded, int waiting, int placements, int kept, int conflicting, int closed, int expired) {

        static Metrics of(BrokerInstance instance) {
            List<String> lines =
                    instance.admin().get("/prometheus").body().lines().toList();
            return new Metrics(
                    value(lines, "drover_degraded"),
                    value(lines, "drover_provisional_leases_waiting"),
                    value(lines, "drover_provisional_placements_total"),
                    settled(lines, "kept"),
                    settled(lines, "conflicting"),
                    settled(lines, "closed"),
                    settled(lines, "expired"));
        }

        private static int settled(List<String> lines, String outcome) {
            return value(lines, "drover_provisional_leases_settled_total{outcome=\"" + outcome + "\"}");
        }

        private static int value(List<String> lines, String series) {
            return lines.stream()
                    .filter(line -> line.startsWith(series + " "))
                    .mapToInt(line -> (int) Double.parseDouble(line.substring(series.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + series));
        }

        Metrics since(Metrics before) {
            return new Metrics(
                    degraded,
                    waiting,
                    placements - before.placements,
                    kept - before.kept,
                    conflicting - before.conflicting,
                    closed - before.closed,
                    expired - before.expired);
        }
    }
}
