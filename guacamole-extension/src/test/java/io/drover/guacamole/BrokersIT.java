package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.protocol.GuacamoleStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users get to know when the broker says no or nothing, and that one broker of several is enough. */
class BrokersIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    private static final String DESK = "brokers";
    private static final CountDownLatch over = new CountDownLatch(1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Operator.Reporting hosts;

    @BeforeAll
    static void farm() {
        all.operator().farm(DESK, DESK + "-a");
        hosts = all.operator().reporting(List.of(DESK + "-a"));
        all.guacd().at(DESK + "-a", FakeGuacd::desktop);
    }

    @AfterAll
    static void release() {
        hosts.close();
        over.countDown();
    }

    @Test
    void withoutAHostTheUserIsToldThatAllAreBusy() {
        all.operator().farm("empty");

        assertThat(refusal(Guacamole.asking(url()), "empty")).isEqualTo(GuacamoleStatus.SERVER_BUSY);
    }

    @Test
    void anUnknownResourceDoesNotExist() {
        assertThat(refusal(Guacamole.asking(url()), "nobody-made-it")).isEqualTo(GuacamoleStatus.RESOURCE_NOT_FOUND);
    }

    @Test
    void aFarmThatIsClosedDoesNotExist() {
        all.operator().farm("closed");
        all.operator().closeFarm("closed");

        assertThat(refusal(Guacamole.asking(url()), "closed")).isEqualTo(GuacamoleStatus.RESOURCE_NOT_FOUND);
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_request, SERVER_ERROR",
        "401, invalid_credential, UPSTREAM_UNAVAILABLE",
        "403, forbidden, CLIENT_FORBIDDEN",
        "404, broker_disabled, UPSTREAM_UNAVAILABLE",
        "409, ambiguous_resource, SERVER_ERROR",
        "429, throttled, UPSTREAM_UNAVAILABLE",
        "500, internal_error, UPSTREAM_UNAVAILABLE",
        "503, policy_failed, UPSTREAM_UNAVAILABLE",
        "503, storage_unavailable, UPSTREAM_UNAVAILABLE",
    })
    void everyAnswerBecomesAStatus(int status, String code, GuacamoleStatus expected) throws Exception {
        try (Relay relay = Relay.to(all.broker().url())) {
            relay.answers((exchange, heard) -> Relay.answer(exchange, status, "{\"code\": \"%s\"}".formatted(code)));

            assertThat(refusal(Guacamole.asking(relay.url()), DESK)).isEqualTo(expected);
        }
    }

    @Test
    void aBrokerThatIsAwayDoesNotTakeConnections() {
        assertThat(refusal(Guacamole.asking("http://127.0.0.1:1"), DESK))
                .isEqualTo(GuacamoleStatus.UPSTREAM_UNAVAILABLE);
    }

    @Test
    void aWrongKeyDoesNotTakeConnections() {
        Guacamole stranger = Guacamole.with("drover-url", url(), "drover-key", "not-the-key-0123456789abcdef01");

        assertThat(refusal(stranger, DESK)).isEqualTo(GuacamoleStatus.UPSTREAM_UNAVAILABLE);
    }

    @Test
    void aBrokerThatIsSilentTakesTooLongAndTheUserWaitsNoLongerThanSaid() throws Exception {
        try (Relay silent = silent()) {
            Guacamole guacamole = Guacamole.with(
                    "drover-url", silent.url(), "drover-key", BrokerProcess.KEY, "drover-timeout", "500");

            assertThat(refusal(guacamole, DESK)).isEqualTo(GuacamoleStatus.UPSTREAM_TIMEOUT);
        }
    }

    @Test
    void aBrokerThatAnswersInDropsTakesTooLong() throws Exception {
        try (Relay slow = Relay.to(all.broker().url())) {
            slow.answers((exchange, heard) -> {
                exchange.sendResponseHeaders(200, 0);
                while (!over.await(100, TimeUnit.MILLISECONDS)) {
                    exchange.getResponseBody().write(" ".getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                }
            });
            Guacamole guacamole =
                    Guacamole.with("drover-url", slow.url(), "drover-key", BrokerProcess.KEY, "drover-timeout", "700");

            assertThat(refusal(guacamole, DESK)).isEqualTo(GuacamoleStatus.UPSTREAM_TIMEOUT);
        }
    }

    @Test
    void oneBrokerOfSeveralIsEnoughAndIsRemembered() throws Exception {
        try (Relay silent = silent();
                Relay troubled = Relay.to(all.broker().url());
                Relay good = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(
                        String.join(",", "http://127.0.0.1:1", silent.url(), troubled.url(), good.url()))) {
            troubled.answers((exchange, heard) -> Relay.answer(exchange, 503, "no JSON"));

            guacamole.click("anna", Guacamole.desktop(DESK)).close();
            guacamole.click("bert", Guacamole.desktop(DESK)).close();

            assertThat(good.heard("resolve")).hasSize(2);
            assertThat(silent.heard("resolve")).hasSize(1);
            assertThat(troubled.heard("resolve")).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | <html>Welcome</html>",
                "200 | {}",
                "200 | {\"agent_id\": \"a\"}",
                "302 | ''",
                "400 | <html>Bad request</html>",
                "404 | {\"code\": 404, \"message\": \"HTTP 404 Not Found\"}",
                "403 | ''",
            })
    void whatIsNoBrokerIsNotBelieved(int status, String body) throws Exception {
        try (Relay impostor = Relay.to(all.broker().url());
                Relay good = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(impostor.url() + "," + good.url())) {
            impostor.answers((exchange, heard) -> Relay.answer(exchange, status, body));

            guacamole.click("anna", Guacamole.desktop(DESK)).close();
            guacamole.click("bert", Guacamole.desktop(DESK)).close();

            assertThat(impostor.heard("resolve")).hasSize(1);
            assertThat(good.heard("resolve")).hasSize(2);
            assertThat(refusal(Guacamole.asking(impostor.url()), DESK)).isEqualTo(GuacamoleStatus.UPSTREAM_UNAVAILABLE);
        }
    }

    @Test
    void whatABrokerSaysOfARefusalFillsNoLog() throws Exception {
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(relay.url())) {
            relay.answers((exchange, heard) -> Relay.answer(
                    exchange,
                    409,
                    "{\"code\": \"ambiguous_resource\", \"error\": \"a\u009bb%s\", \"excluded\": {\"%s\": 1}}"
                            .formatted("c".repeat(100_000), "d".repeat(100_000))));

            assertThatThrownBy(() -> guacamole.click("anna", Guacamole.desktop(DESK)))
                    .hasMessageContaining("409 ambiguous_resource, error \"a?b")
                    .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(1_000));
        }
    }

    @Test
    void aBrokerThatStopsInTheMiddleOfAnAnswerCostsNoMoreThanTheTimeSaid() throws Exception {
        try (Relay stuck = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.with(
                        "drover-url", stuck.url(), "drover-key", BrokerProcess.KEY, "drover-timeout", "1500")) {
            stuck.answers((exchange, heard) -> {
                exchange.sendResponseHeaders(200, 100);
                assertThat(over.await(1_200, TimeUnit.MILLISECONDS)).isFalse();
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                over.await();
            });
            long start = System.nanoTime();

            assertThatThrownBy(() -> guacamole.click("anna", Guacamole.desktop(DESK)))
                    .isInstanceOf(GuacamoleException.class);
            // The read that is under way ends 2.7 s after the start.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(2_300));
        }
    }

    @Test
    void whoIsInterruptedAsksNoOtherBroker() throws Exception {
        try (Relay silent = silent();
                Relay next = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(silent.url() + "," + next.url())) {
            Thread user = new Thread(() -> assertThatThrownBy(() -> guacamole.click("anna", Guacamole.desktop(DESK))));
            user.start();
            await().untilAsserted(() -> assertThat(silent.heard("resolve")).hasSize(1));
            user.interrupt();
            user.join(Duration.ofSeconds(10).toMillis());

            assertThat(user.isAlive()).isFalse();
            await().during(Duration.ofMillis(300))
                    .untilAsserted(() -> assertThat(next.heard("resolve")).isEmpty());
        }
    }

    @Test
    void aRefusalOfOneBrokerHoldsForAll() throws Exception {
        all.operator().farm("held");
        try (Relay first = Relay.to(all.broker().url());
                Relay second = Relay.to(all.broker().url())) {
            refusal(Guacamole.asking(first.url() + ", " + second.url()), "held");

            assertThat(first.heard("resolve")).hasSize(1);
            assertThat(second.heard("resolve")).isEmpty();
        }
    }

    @Test
    void theKeyIsReplacedWithoutARestart() throws Exception {
        Path key = Files.writeString(folder.resolve("key"), BrokerProcess.KEY + "\n");
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.with("drover-url", relay.url(), "drover-key-file", key.toString())) {
            guacamole.click("anna", Guacamole.desktop(DESK)).close();
            Files.writeString(key, "");
            guacamole.click("bert", Guacamole.desktop(DESK)).close();
            Files.writeString(key, BrokerProcess.NEXT_KEY + "\n");
            guacamole.click("cleo", Guacamole.desktop(DESK)).close();

            assertThat(relay.heard("resolve").stream().map(Relay.Heard::key))
                    .containsExactly(
                            "Bearer " + BrokerProcess.KEY,
                            "Bearer " + BrokerProcess.KEY,
                            "Bearer " + BrokerProcess.NEXT_KEY);
        }
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheKey() throws Exception {
        Path key = Files.writeString(folder.resolve("marked"), "\ufeff" + BrokerProcess.KEY + "\r\n");
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.with("drover-url", relay.url(), "drover-key-file", key.toString())) {
            guacamole.click("anna", Guacamole.desktop(DESK)).close();

            assertThat(relay.heard("resolve"))
                    .extracting(Relay.Heard::key)
                    .containsExactly("Bearer " + BrokerProcess.KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"drover-key-file", "drover-ca-file"})
    void aFileThatCannotBeUsedIsNamedWithItsPropertyAndTheReason(String property) {
        try (Guacamole guacamole = Guacamole.with(
                "drover-url",
                "https://127.0.0.1:1",
                "drover-key",
                BrokerProcess.KEY,
                property,
                folder.resolve("missing").toString())) {
            assertThatThrownBy(() -> guacamole.click("anna", Guacamole.desktop(DESK)))
                    .cause()
                    .hasMessageContaining(property)
                    .hasMessageContaining("NoSuchFileException");
        }
    }

    @Test
    void theKeyIsNotTakenElsewhere() throws Exception {
        try (Relay other = Relay.to(all.broker().url());
                Relay relay = Relay.to(all.broker().url())) {
            relay.answers((exchange, heard) -> {
                exchange.getResponseHeaders().set("Location", other.url() + "/api/v1/broker/resolve");
                Relay.answer(exchange, 307, "");
            });

            refusal(Guacamole.asking(relay.url()), DESK);

            assertThat(other.heard("resolve")).isEmpty();
        }
    }

    @Test
    void aPrivateAuthorityVouchesForABroker() throws Exception {
        Authority authority = Authority.in(folder);
        try (Relay relay = Relay.on(authority.server(), all.broker().url());
                Guacamole trusting = Guacamole.with(
                        "drover-url",
                        "https://localhost:" + relay.port(),
                        "drover-key",
                        BrokerProcess.KEY,
                        "drover-ca-file",
                        authority.certificate().toString())) {
            trusting.click("anna", Guacamole.desktop(DESK)).close();

            assertThat(relay.heard("resolve")).hasSize(1);
            assertThat(refusal(Guacamole.asking("https://localhost:" + relay.port()), DESK))
                    .isEqualTo(GuacamoleStatus.UPSTREAM_UNAVAILABLE);
            assertThat(relay.heard("resolve")).hasSize(1);
        }
    }

    @Test
    void whenGuacamoleStopsNoThreadOfOursGoesOn() throws Exception {
        Guacamole guacamole = Guacamole.asking(url());
        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop(DESK));
        assertThat(threads()).isNotEmpty();

        guacamole.close();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(threads()).isEmpty());
        assertThatCode(tunnel::close).doesNotThrowAnyException();
        assertThatThrownBy(() -> guacamole.click("anna", Guacamole.desktop(DESK)))
                .isInstanceOf(GuacamoleException.class);
        assertThat(threads()).isEmpty();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("drover-"))
                .toList();
    }

    private static GuacamoleStatus refusal(Guacamole guacamole, String resource) {
        try (guacamole) {
            Connection connection = Guacamole.desktop(resource);
            return catchThrowableOfType(GuacamoleException.class, () -> guacamole.click("anna", connection))
                    .getStatus();
        }
    }

    private static Relay silent() throws IOException {
        Relay relay = Relay.to(all.broker().url());
        relay.answers((exchange, heard) -> over.await());
        return relay;
    }

    private static String url() {
        return all.broker().url().toString();
    }
}
