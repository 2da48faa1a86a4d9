package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

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
        broker = BrokerInstance.start(
                database.config(),
                BrokerInstance.placement(true, 900, true),
                new PolicyConfig(rules.toAbsolutePath(), false));
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
