package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseConfig;
import io.drover.database.DatabaseExtension;
import io.drover.database.Migrations;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * From its first line to its last, at INFO and with the libraries' lines, the log names no user and tells no secret.
 * The broker runs as the role of the manual, which is nobody's but its database's owner.
 */
class WhatIsLoggedIT {

    @RegisterExtension
    static final DatabaseExtension database = DatabaseExtension.empty();

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String DATABASE_PASSWORD = "database-of-the-tests-4be19c";
    private static final String TOO_SHORT = "short-c81f";
    private static final String WRONG = "wrong-of-the-tests-1d6e0b93af24";

    /** As they are asked for, and what of them stands nowhere but in them. */
    private static final Map<String, String> USERS = Map.of(
            "wanderlich", "wanderlich",
            "CORP\\Zephyrine", "zephyrine",
            "Ottokar@corp.example", "ottokar",
            "Bjørnstjerne", "bjørnstjerne",
            "CORP\\Žofie.Černá", "žofie",
            "Ἀριστοφάνης@corp.example", "ἀριστοφάνης");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void neitherSecretsNorUsersAreInTheLog() throws Exception {
        List<String> secrets = new ArrayList<>(List.of(
                DATABASE_PASSWORD,
                TOO_SHORT,
                WRONG,
                BrokerInstance.ENROLLMENT_KEY,
                BrokerInstance.BROKER_KEY,
                BrokerInstance.OPERATOR_KEY));
        secrets.addAll(USERS.values());
        Path config = config(ownRole());
        try (PrintedLines log = new PrintedLines()) {
            try (BrokerServer broker =
                    BrokerServer.start(config, Map.of("DROVER_TEST_KEY", BrokerInstance.OPERATOR_KEY))) {
                BrokerClient client = new BrokerClient(broker.address().getPort());
                OfficeFarm farm = OfficeFarm.create(client, 2);
                farm.hosts().forEach(host -> secrets.add(host.token()));
                farm.awaitEligible(client, 2);
                Files.writeString(folder.resolve("broker"), TOO_SHORT);
                USERS.keySet().forEach(user -> use(client, farm, user));
                spoilTheDatabase();
                USERS.keySet().forEach(user -> meetTheFault(client, user));
                guessKeys(client);
                await().atMost(PATIENCE)
                        .until(() -> log.tells("The database refuses a decision")
                                && log.tells("The keys stay as they were: "));
            }
            assertThat(log.text())
                    .contains("Ready at ", "Errors: Request ", "Too many wrong credentials", "Stopped")
                    .contains("POST /api/v1/broker/resolve 200");
            log.assertTellNoneOf(secrets);
        }
    }

    /** All that one does with a user, rightly and wrongly. */
    private static void use(BrokerClient client, OfficeFarm farm, String user) {
        EnrolledHost host = farm.hosts().get(0);
        Answer placed = client.resolve(Map.of("username", user, "connection_id", "101"));
        assertThat(placed.placed()).as(placed.body()).isTrue();
        assertThat(client.tokens("connection_id=101&username=" + encoded(user)).status())
                .isEqualTo(200);
        client.report(placed.text("decision_id"), "opened", Map.of());
        client.report(placed.text("decision_id"), "failed", Map.of("status", 519, "message", user + " was refused"));
        client.report(placed.text("decision_id"), "closed", Map.of(user, 1));
        client.explain(Map.of("username", user, "farm_id", OfficeFarm.ID));
        client.resolve(Map.of("username", user, "farm_id", "nowhere"));
        client.resolve(Map.of("username", user, "resource_id", user));
        client.resolve(Map.of("username", user, "groups", 7));
        client.resolve(Map.of("username", user + "\u0001"));
        client.resolve(Map.of("username", user, user, user));
        client.send(client.gateway("/api/v1/broker/resolve", "application/json", "{\"username\": \"" + user + "\", "))
                .join();
        client.send(client.gateway("/api/v1/broker/resolve", "text/" + encoded(user), user))
                .join();
        client.send(client.gateway(
                        "/api/v1/broker/resources", "application/json", BrokerClient.json(Map.of("username", user))))
                .join();
        for (String kind : List.of("leases", "decisions")) {
            client.operatorGet("/api/v1/" + kind + "?user=" + encoded(user));
            client.operatorGet("/api/v1/" + kind + "?limit=" + encoded(user));
        }
        farm.report(host, user);
        client.heartbeat(host, "{\"protocol_version\": 4, \"sessions\": \"" + user.replace("\\", "\\\\") + "\"}");
        client.operator(
                "POST",
                "/api/v1/agents/" + host.id() + "/sessions/2/action",
                Map.of("action", "message", "title", user, "text", user));
        client.operator("PATCH", "/api/v1/agents/" + host.id() + "/control", Map.of("mode", user));
        // without a body: after one that it does not read, the broker may close the connection
        client.send(client.request("GET", "/api/v1/agents", "application/json", "")
                        .header("X-Agent-ID", encoded(user))
                        .header("Authorization", "Bearer " + WRONG))
                .join();
    }

    /** Leases and decisions of some users are refused by a constraint, whose message would show the row. */
    private static void spoilTheDatabase() {
        database.execute("ALTER TABLE lease ADD CHECK (person NOT IN ('wanderlich', 'zephyrine')) NOT VALID");
        database.execute("ALTER TABLE decision ADD CHECK (person NOT IN ('ottokar', 'bjørnstjerne')) NOT VALID");
        database.execute("ALTER TABLE connection RENAME COLUMN state TO state_elsewhere");
    }

    private static void meetTheFault(BrokerClient client, String user) {
        Answer answer = client.resolve(Map.of("username", user, "connection_id", "101"));
        client.report(answer.text("decision_id"), "opened", Map.of());
        client.operatorGet("/api/v1/leases?user=" + encoded(user));
    }

    private static void guessKeys(BrokerClient client) {
        for (int i = 0; i < 25; i++) {
            client.enroll("guest", WRONG);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    /** As docs/howto/run.md makes it. */
    private static DatabaseConfig ownRole() {
        String name = String.valueOf(database.query("SELECT current_database()").get(0));
        String role = "owner_of_" + name;
        database.execute("CREATE ROLE " + role + " LOGIN PASSWORD '" + DATABASE_PASSWORD + "'");
        database.execute("ALTER DATABASE " + name + " OWNER TO " + role);
        DatabaseConfig config = DatabaseConfig.at(database.url(), role, DATABASE_PASSWORD);
        Migrations.of(config, Migrations::migrate);
        return config;
    }

    private Path config(DatabaseConfig own) throws IOException {
        Files.writeString(folder.resolve("password"), DATABASE_PASSWORD);
        Files.writeString(folder.resolve("broker"), BrokerInstance.BROKER_KEY);
        return Files.writeString(folder.resolve("config.yml"), """
                database: { embedded: false, url: "%s", user: %s, password_file: password }
                policy: { folder: "%s", watch: false }
                placement: { offline_after_seconds: 600 }
                probes: { enabled: false }
                keys:
                  enrollment: { value: %s }
                  broker: [ { name: guacamole, file: broker } ]
                  operators: [ { name: console, role: admin, env: DROVER_TEST_KEY } ]
                server:
                  applicationConnectors: [ { type: http, port: 0, bindHost: 127.0.0.1 } ]
                  adminConnectors: [ { type: http, port: 0, bindHost: 127.0.0.1 } ]
                  requestLog: { appenders: [ { type: console, logFormat: "%%h [%%t] %%m %%U %%s %%b %%D" } ] }
                logging: { level: INFO }
                """.formatted(
                        own.url(),
                        own.user(),
                        Path.of("../rules").toAbsolutePath().normalize(),
                        BrokerInstance.ENROLLMENT_KEY));
    }
}
