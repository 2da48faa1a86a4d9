package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.DatabaseExtension;
import io.drover.policy.PolicyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Rules that change, or are broken, while users are placed. */
class PolicyReloadIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int SWAPS = 20;
    private static final String RELOAD = "/api/v1/policy/reload";
    private static final String HEAD = "package drover\nimport io.drover.policy.fact.*\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path rules;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path suites;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path shadow;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    @BeforeAll
    static void start() throws Exception {
        try (Stream<Path> shipped = Files.list(Path.of("..", "rules"))) {
            for (Path file : shipped.toList()) {
                Files.copy(file, rules.resolve(file.getFileName().toString()));
            }
        }
        expect("a");
        broker = BrokerInstance.start(
                database.config(),
                BrokerInstance.placement(true, 900, true),
                PolicyConfig.of(
                        rules.toAbsolutePath(), false, List.of(suites.toAbsolutePath()), shadow.toAbsolutePath()));
        client = broker.client();
        farm = OfficeFarm.create(client, 2);
        farm.awaitEligible(client, 2);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @AfterEach
    void shippedRulesAgain() throws IOException {
        Files.deleteIfExists(rules.resolve("extra.drl"));
        reload();
    }

    @Test
    void everyDecisionIsMadeByTheRevisionThatItNames() throws IOException {
        Map<String, String> preferred = new HashMap<>();
        prefer(0, preferred);
        SteadyLoad load = SteadyLoad.start(1, i -> later("swap" + i));
        try (load) {
            for (int swap = 1; swap <= SWAPS; swap++) {
                prefer(swap % 2, preferred);
                load.awaitMore(3);
            }
        }

        assertThat(preferred).hasSize(2);
        assertThat(load.faults()).isEmpty();
        assertThat(load.answers())
                .hasSizeGreaterThan(50)
                .allSatisfy(answer -> assertThat(answer.agentId())
                        .as(answer.body())
                        .isEqualTo(preferred.get(answer.text("policy_revision"))));
        System.out.printf(
                "%d swaps under load: %d answers%n", SWAPS, load.answers().size());
    }

    @Test
    void aSyntaxErrorIsRefusedWithItsPlaceAndChangesNothing() throws IOException {
        assertRefused(HEAD + "rule \"Broken\"\nwhen\n    $agent : Agent(\nthen\nend\n", "extra.drl:");
    }

    @Test
    void mistakesOfAuthorsAndClientsAreNoFaultsInTheLog() throws IOException {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Logger drools = root.getLoggerContext().getLogger("org.drools.compiler.kie");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        Level before = drools.getLevel();
        drools.setLevel(null); // the tests' own log file silences it
        try {
            assertRefused(rule("$agent : Agent( colour == \"red\" )", "$agent.score( \"x\", 1 );"), "colour");
            for (String host : List.of("Host: one\r\nHost: <two>", "Host: <a b>", "Host: [::1", "Host: a:99999")) {
                assertThat(client.raw("GET /healthz HTTP/1.1\r\n" + host + "\r\nConnection: close\r\n\r\n"))
                        .contains(" 400 ");
            }
        } finally {
            drools.setLevel(before);
            root.detachAppender(log);
        }
        assertThat(log.list)
                .filteredOn(event -> !event.getLoggerName().startsWith("io.drover"))
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    @Test
    void anUnknownPropertyIsRefusedWhenItIsLoaded() throws IOException {
        assertRefused(rule("$agent : Agent( colour == \"red\" )", "$agent.score( \"x\", 1 );"), "colour");
    }

    @Test
    void anUnknownEffectIsRefusedWhenItIsLoaded() throws IOException {
        assertRefused(rule("$agent : Agent()", "$agent.paint( \"red\" );"), "paint");
    }

    @Test
    void aRuleThatFiresItselfAgainIsRefused() throws IOException {
        assertRefused(rule("$agent : Agent()", "modify( $agent ) {}"), "extra.drl:");
        assertRefused(rule("$agent : Agent()", "while (true) {}"), "extra.drl:");
    }

    @Test
    void aRuleThatFailsFailsItsRequestAloneAndPlacesNobody() throws IOException {
        write(rule("Request( groups contains \"ill\" )\n    $agent : Agent()", "$agent.score( \"x\", 1.0 / 0 );"));
        Answer reloaded = reload();
        assertThat(reloaded.status()).as(reloaded.body()).isEqualTo(200);

        Answer failed = client.resolve(Map.of("username", "frank", "connection_id", "101", "groups", List.of("ill")));

        assertThat(failed.status()).isEqualTo(503);
        assertThat(failed.text("code")).isEqualTo("policy_failed");
        assertThat(failed.body()).doesNotContain("extra.drl", "score(");
        assertThat(database.query("SELECT person FROM lease WHERE person = 'frank'"))
                .isEmpty();
        assertThat(later("frieda").join().placed()).isTrue();
    }

    /** What fails may be what one host reports; that host can be taken away all the same. */
    @Test
    void aHostCanBeTakenAwayWhileARuleFailsForTheFleet() throws IOException {
        EnrolledHost host = farm.hosts().get(0);
        write(rule("$agent : Agent( tags[\"ill\"] == \"yes\" )", "$agent.score( \"x\", 1.0 / 0 );"));
        Answer reloaded = reload();
        assertThat(reloaded.status()).as(reloaded.body()).isEqualTo(200);
        String control = "/api/v1/agents/" + host.id() + "/control";
        assertThat(client.operator("PATCH", control, Map.of("tags", Map.of("ill", "yes")))
                        .status())
                .isEqualTo(200);
        Answer failed = later("gerda").join();
        assertThat(failed.text("code")).isEqualTo("policy_failed");

        Answer explained = client.operator("POST", "/api/v1/broker/explain", Map.of("username", "gerda"));
        Answer taken = client.operator("PATCH", control, Map.of("mode", "maintenance"));

        assertThat(explained.status()).as(explained.body()).isEqualTo(503);
        assertThat(explained.text("code")).isEqualTo("policy_failed");
        assertThat(explained.body()).doesNotContain("extra.drl");
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
        assertThat(client.operator("PATCH", control, Map.of("mode", "online", "tags", Map.of()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void rulesThatFailASuiteChangeNothingAndTheFailureIsTold() throws IOException {
        String before = revision();
        write(rule("$agent : Agent( id == \"b\" )", "$agent.score( \"b\", 1000 );"));

        JsonNode checked =
                client.operator("POST", "/api/v1/policy/check", Map.of()).json();
        assertThat(checked.path("good").asBoolean()).isFalse();
        assertThat(checked.path("failures").path(0).path("scenario").asText()).isEqualTo("The healthier host is taken");
        assertThat(client.operatorGet("/api/v1/policy").json().path("degraded").asBoolean())
                .isFalse();

        Answer refused = reload();

        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("error")).contains("gate.scenarios.yml:9", "expected a", "b");
        JsonNode status = client.operatorGet("/api/v1/policy").json();
        assertThat(status.path("revision").asText()).isEqualTo(before);
        JsonNode failure = status.path("failures").path(0);
        assertThat(failure.path("line").asInt()).isEqualTo(9);
        assertThat(failure.path("why").asText()).containsIgnoringCase("decided by");
        assertThat(lastAudit().path("who").asText()).isEqualTo("operator:console");
        assertThat(lastAudit().path("action").asText()).isEqualTo("refuse");
        assertThat(later("frances").join().placed()).isTrue();

        expect("b");
        assertThat(reload().status()).isEqualTo(200);
        expect("a");
    }

    @Test
    void anOperatorGoesBackToEarlierRules() throws IOException {
        String first = revision();
        write(rule("$agent : Agent( id == \"x\" )", "$agent.score( \"x\", 1 );"));
        String second = reload().text("revision");

        Answer back = client.operator("POST", "/api/v1/policy/rollback", Map.of());

        assertThat(back.status()).as(back.body()).isEqualTo(200);
        assertThat(back.text("revision")).isEqualTo(first);
        assertThat(back.text("origin")).isEqualTo("rollback");
        assertThat(back.text("by")).isEqualTo("operator:console");
        assertThat(back.text("folder_revision")).isEqualTo(second);
        assertThat(later("fiona").join().text("policy_revision")).isEqualTo(first);
        assertThat(lastAudit().path("action").asText()).isEqualTo("roll_back");
        JsonNode revisions =
                client.operatorGet("/api/v1/policy/revisions").json().path("items");
        assertThat(revisions.path(0).path("revision").asText()).isEqualTo(first);
        assertThat(revisions.findValuesAsText("withdrawn_by")).contains("operator:console");
        assertThat(database.query("SELECT length(sha256) FROM policy_revision WHERE revision = '" + first + "'"))
                .singleElement()
                .asString()
                .contains("64");

        Answer named = client.operator("POST", "/api/v1/policy/rollback", Map.of("revision", second));
        assertThat(named.text("origin")).isEqualTo("folder");
        Answer unknown = client.operator("POST", "/api/v1/policy/rollback", Map.of("revision", "000000000000"));
        assertThat(unknown.status()).isEqualTo(409);
        assertThat(unknown.text("code")).isEqualTo("no_such_revision");
    }

    @Test
    void aCandidateDecidesBesideAndItsDifferencesAreTold() throws IOException {
        String other = farm.hosts().get(1).name();
        for (Path file : List.of(rules.toFile().listFiles()).stream()
                .map(f -> f.toPath())
                .toList()) {
            if (file.toString().endsWith(".drl")) {
                Files.copy(file, shadow.resolve(file.getFileName().toString()));
            }
        }
        Files.writeString(
                shadow.resolve("candidate.drl"),
                rule(
                                "$agent : Agent( hostname == \"" + other + "\" )",
                                "$agent.exclude( \"out\", Bars.ANY_SESSION, \"x\" );")
                        .replace("@stage(score)", "@stage(filter)"));
        write(rule("$agent : Agent( hostname == \"" + other + "\" )", "$agent.score( \"favoured\", 100000 );"));
        assertThat(reload().status()).isEqualTo(200);
        long started = System.nanoTime();
        JsonNode told;
        int n = 0;
        do {
            assertThat(later("shadow" + n++).join().placed()).isTrue();
            told = client.operatorGet("/api/v1/policy/shadow").json();
        } while (told.path("changed").asInt() == 0 && System.nanoTime() - started < 60_000_000_000L);

        assertThat(told.path("configured").asBoolean()).isTrue();
        assertThat(told.path("revision").asText()).isNotEqualTo(revision()).hasSize(12);
        assertThat(told.at("/changes/0/kind").asText()).as(told.toString()).isEqualTo("other_host");
        assertThat(told.at("/changes/0/cause").asText()).isEqualTo("rule extra (custom:out) excludes");
        assertThat(told.at("/changes/0/samples/0/decision_id").asText()).hasSize(32);
        Files.writeString(shadow.resolve("candidate.drl"), "nonsense");
        do {
            told = client.operatorGet("/api/v1/policy/shadow").json();
        } while (told.path("problems").isEmpty() && System.nanoTime() - started < 60_000_000_000L);
        assertThat(told.at("/problems/0/file").asText()).isEqualTo("candidate.drl");
        assertThat(later("shadowless").join().placed()).isTrue();
    }

    private static JsonNode lastAudit() {
        return client.operatorGet("/api/v1/audit?object_kind=policy")
                .json()
                .path("items")
                .path(0);
    }

    /** What the suite of the gate expects of two equal hosts, a being healthier. */
    private static void expect(String agent) throws IOException {
        Files.writeString(suites.resolve("gate.scenarios.yml"), """
                suite: Two hosts
                scenarios:
                  - name: The healthier host is taken
                    given:
                      agents:
                        a: { health_score: 91 }
                        b: { health_score: 90 }
                    when: { username: alice }
                    then: { agent: %s }
                """.formatted(agent));
    }

    private static void assertRefused(String text, String told) throws IOException {
        String before = revision();
        write(text);

        Answer answer = reload();

        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo("policy_invalid");
        assertThat(answer.text("error")).contains("extra.drl").contains(told);
        assertThat(revision()).isEqualTo(before);
        assertThat(client.operatorGet("/api/v1/policy").json().path("degraded").asBoolean())
                .isTrue();
        Answer placed = later("during-" + Integer.toHexString(text.hashCode())).join();
        assertThat(placed.placed()).isTrue();
        assertThat(placed.text("policy_revision")).isEqualTo(before);
    }

    /** Loads rules by which everybody goes to this host. */
    private static void prefer(int host, Map<String, String> preferred) throws IOException {
        EnrolledHost chosen = farm.hosts().get(host);
        write(rule(
                "$agent : Agent( hostname == \"" + chosen.name() + "\" )", "$agent.score( \"preferred\", 1000000 );"));
        Answer answer = reload();
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        preferred.put(answer.text("revision"), chosen.id());
    }

    private static String rule(String condition, String effect) {
        return HEAD + """
                rule "Extra" @id("extra") @stage(score) @doc("test")
                when
                    %s
                then
                    %s
                end
                """.formatted(condition, effect);
    }

    private static void write(String text) throws IOException {
        Files.writeString(rules.resolve("extra.drl"), text);
    }

    private static Answer reload() {
        return client.operator("POST", RELOAD, Map.of());
    }

    private static String revision() {
        return client.operatorGet("/api/v1/policy").text("revision");
    }

    private static CompletableFuture<Answer> later(String user) {
        return client.resolveLater(Map.of("username", user, "connection_id", "101"));
    }
}
