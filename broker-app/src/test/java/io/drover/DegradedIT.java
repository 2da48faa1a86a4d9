package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseConfig;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker that may place users for a few seconds while its database is away. */
class DegradedIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int HOSTS = 4;
    private static final int SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static DatabaseLink link;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @BeforeAll
    static void start() throws Exception {
        link = DatabaseLink.to(database.url());
        broker = BrokerInstance.startDegradable(
                DatabaseConfig.at(link.url(), database.user(), database.password()), SECONDS);
        client = broker.client();
        OfficeFarm.create(client, HOSTS).awaitEligible(client, HOSTS);
    }

    @AfterAll
    static void stop() throws IOException {
        broker.close();
        link.close();
    }

    @Test
    void usersArePlacedForAWhileAndWhatTheyGotIsDurableAfterwards() {
        Answer known = place("known");
        link.cut();

        Answer reconnected = place("known");
        Answer fresh = place("fresh");
        Answer again = place("fresh");

        assertThat(List.of(reconnected, fresh, again)).allMatch(Answer::placed);
        assertThat(reconnected.agentId()).isEqualTo(known.agentId());
        assertThat(again.agentId()).isEqualTo(fresh.agentId());
        assertThat(known.json().has("provisional")).isFalse();
        assertThat(List.of(reconnected, fresh, again))
                .allMatch(answer -> answer.json().path("provisional").asBoolean());
        await().atMost(PATIENCE).until(() -> databaseCheck().startsWith("away, placements are provisional until "));

        await().atMost(PATIENCE).until(() -> place("late").unavailable());
        await().atMost(PATIENCE).until(() -> client.get("/readyz").status() == 503);

        link.restore();
        await().atMost(PATIENCE).until(() -> hostOf("fresh").equals(List.of(fresh.agentId())));
        await().atMost(PATIENCE).until(() -> !auditOfTheOutage().isEmpty());
        Answer after = place("fresh");
        assertThat(after.agentId()).isEqualTo(fresh.agentId());
        assertThat(after.json().has("provisional")).isFalse();
        assertThat(hostOf("known")).containsExactly(known.agentId());
        assertThat(auditOfTheOutage())
                .singleElement()
                .satisfies(entry -> assertThat(entry).contains("\"conflicting\": 0", "\"closed\": 0"));
        await().atMost(PATIENCE).until(() -> databaseCheck().equals("ok"));
    }

    private static Answer place(String user) {
        return client.resolve(Map.of("username", user, "connection_id", "101"));
    }

    private static String databaseCheck() {
        return client.get("/readyz").json().path("checks").path("database").asText();
    }

    private static List<String> hostOf(String user) {
        return database.query("SELECT agent_id FROM lease WHERE person = '" + user + "'").stream()
                .map(String::valueOf)
                .toList();
    }

    private static List<String> auditOfTheOutage() {
        return database.query("SELECT after FROM audit WHERE action = 'place_without_database'").stream()
                .map(String::valueOf)
                .toList();
    }
}
