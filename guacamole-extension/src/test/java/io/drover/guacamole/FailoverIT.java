package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.DelegatingGuacamoleTunnel;
import org.apache.guacamole.net.GuacamoleSocket;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.auth.UserContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that does not answer is replaced before the user sees anything of it, and the broker hears what happened. */
class FailoverIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    @SuppressWarnings("NullAway.Init")
    private Relay relay;

    @SuppressWarnings("NullAway.Init")
    private Guacamole guacamole;

    @BeforeEach
    void start() throws Exception {
        relay = Relay.to(all.broker().url());
        guacamole = Guacamole.asking(relay.url());
    }

    @AfterEach
    void stop() {
        guacamole.close();
        relay.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5.5", "1.6.0"})
    void aDeadHostIsReplacedUnseen(String guacd) throws Exception {
        String farm = "dead-" + guacd;
        all.operator().farm(farm, farm + "-a", farm + "-b");
        all.guacd().at(farm + "-a", guacd.equals("1.5.5") ? FakeGuacd::refusedByOlder : FakeGuacd::refused);
        all.guacd().at(farm + "-b", FakeGuacd::desktop);

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop(farm));

        assertThat(Screen.until(tunnel, "rect")).noneMatch(seen -> seen.startsWith("error"));
        assertThat(hosts(farm)).containsExactly(farm + "-a", farm + "-b");
        List<Relay.Heard> asked = relay.heard("resolve");
        assertThat(asked).hasSize(2);
        assertThat(asked.get(1).json().getAsJsonArray("exclude_agent_ids")).hasSize(1);
        assertThat(requestId(asked.get(1))).isNotEqualTo(requestId(asked.get(0)));
        await().untilAsserted(() -> {
            assertThat(relay.heard("failed"))
                    .singleElement()
                    .satisfies(report ->
                            assertThat(report.json().get("status").getAsInt()).isEqualTo(519));
            assertThat(relay.statuses("failed")).containsExactly(200);
            assertThat(relay.statuses("opened")).containsExactly(200);
        });
        tunnel.close();
    }

    @Test
    void atMostThreeHostsAreTriedAndThenTheUserIsTold() throws Exception {
        all.operator().farm("gone", "gone-a", "gone-b", "gone-c", "gone-d");

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("gone"));

        assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("519");
        assertThat(hosts("gone")).containsExactly("gone-a", "gone-b", "gone-c");
        tunnel.close();
        await().untilAsserted(() -> assertThat(relay.heard("failed")).hasSize(3));
        assertThat(relay.heard("closed")).isEmpty();
    }

    @Test
    void withoutAnotherHostTheUserIsToldWhatTheOnlyOneSaid() throws Exception {
        all.operator().farm("alone", "alone-a");

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("alone"));

        assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("519");
        tunnel.close();
    }

    @Test
    void aWrongPasswordIsNotTriedOnEveryHost() throws Exception {
        all.operator().farm("password", "password-a", "password-b");
        all.guacd().at("password-a", stage -> stage.say("error", "Authentication failure", "769"));
        all.guacd().at("password-b", FakeGuacd::desktop);

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("password"));

        assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("769");
        assertThat(hosts("password")).containsExactly("password-a");
        tunnel.close();
        await().untilAsserted(() -> assertThat(relay.heard("closed")).hasSize(1));
        assertThat(relay.heard("failed")).isEmpty();
    }

    @Test
    void anErrorAfterTheDesktopBelongsToTheUser() throws Exception {
        all.operator().farm("late", "late-a", "late-b");
        all.guacd().at("late-a", stage -> {
            stage.say("size", "0", "640", "480");
            stage.say("sync", "1");
            stage.say("error", "Connection lost", "515");
        });

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("late"));

        assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("515");
        assertThat(hosts("late")).containsExactly("late-a");
        tunnel.close();
        await().untilAsserted(() -> assertThat(relay.heard("closed")).hasSize(1));
        assertThat(relay.heard("opened")).hasSize(1);
        assertThat(relay.heard("failed")).isEmpty();
    }

    @Test
    void whoIsAskedForAPasswordIsNotKeptWaiting() throws Exception {
        all.operator().farm("asks", "asks-a");
        all.guacd().at("asks-a", stage -> {
            stage.say("required", "password");
            stage.untilTheUserLeaves();
        });

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("asks"));

        assertThat(Screen.until(tunnel, "required")).last().isEqualTo("required password");
        tunnel.close();
    }

    @Test
    void aSilentHostIsHandedOverAndWatchedOn() throws Exception {
        all.operator().farm("silent", "silent-a");
        CountDownLatch handedOver = new CountDownLatch(1);
        all.guacd().at("silent-a", stage -> {
            handedOver.await();
            stage.say("error", "No answer", "514");
        });
        try (Guacamole impatient =
                Guacamole.with("drover-url", relay.url(), "drover-key", BrokerProcess.KEY, "drover-hold", "50")) {
            GuacamoleTunnel tunnel = impatient.click("anna", Guacamole.desktop("silent"));

            handedOver.countDown();
            assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("514");
            await().untilAsserted(() -> assertThat(relay.heard("failed")).hasSize(1));
            tunnel.close();
        }
    }

    @Test
    void guacdsOwnFaultIsNoFaultOfTheHost() throws Exception {
        all.operator().farm("lost", "lost-a");
        all.guacd().at("lost-a", stage -> {});

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("lost"));
        tunnel.close();

        await().untilAsserted(() -> assertThat(relay.heard("closed")).hasSize(1));
        assertThat(relay.heard("failed")).isEmpty();
    }

    @Test
    void theEndOfAConnectionIsReportedOnce() throws Exception {
        all.operator().farm("twice", "twice-a");
        all.guacd().at("twice-a", FakeGuacd::desktop);
        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("twice"));

        tunnel.close();
        tunnel.close();
        guacamole.click("bert", Guacamole.desktop("twice")).close();

        await().untilAsserted(() -> assertThat(relay.heard("closed")).hasSize(2));
        assertThat(relay.heard("/closed").stream().map(Relay.Heard::path)).doesNotHaveDuplicates();
    }

    @Test
    void aClickThatIsAskedTwicePlacesOnce() throws Exception {
        all.operator().farm("click", "click-a");
        all.guacd().at("click-a", FakeGuacd::desktop);
        UserContext page = guacamole.seenBy(Guacamole.user("anna"), Guacamole.desktop("click"));

        GuacamoleTunnel first = Guacamole.click(page, "id of click");
        GuacamoleTunnel second = Guacamole.click(page, "id of click");

        assertThat(relay.heard("resolve").stream().map(FailoverIT::requestId).distinct())
                .hasSize(1);
        first.close();
        second.close();
        await().during(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(relay.heard("closed")).hasSize(1));
    }

    @Test
    void aBrokerThatInsistsOnAFailedHostIsNotAskedAgain() throws Exception {
        relay.answers((exchange, heard) -> {
            int number = relay.heard("/resolve").size();
            Relay.answer(exchange, 200, """
                    {"agent_id": "a", "decision_id": "d%d", "state": "closed", "tokens": {"SESSIONGUARD_HOST": "same"}}
                    """.formatted(number));
        });

        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("insists"));

        assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("519");
        assertThat(hosts("same")).hasSize(1);
        assertThat(relay.heard("/resolve")).hasSize(2);
        await().untilAsserted(() -> {
            assertThat(relay.heard("d1/failed")).hasSize(1);
            assertThat(relay.heard("d2/closed")).hasSize(1);
        });
        tunnel.close();
    }

    @Test
    void aFailedConnectionThatDoesNotCloseWellKeepsNobodyFromTheNextHost() throws Exception {
        all.guacd().at("stuck-2", FakeGuacd::desktop);
        relay.answers((exchange, heard) -> answerWithOneHostAfterTheOther(exchange, "stuck"));
        try (Gateway gateway = new Gateway(guacamole.settings())) {
            GuacamoleTunnel tunnel = gateway.connect(
                    Person.of(Guacamole.user("anna"), null),
                    Target.of("stuck"),
                    new RequestIds(System::nanoTime),
                    placement -> new DelegatingGuacamoleTunnel(all.guacd().open(placement)) {
                        @Override
                        public void close() throws GuacamoleException {
                            super.close();
                            throw new IllegalStateException("another extension's fault");
                        }
                    });

            assertThat(Screen.until(tunnel, "rect")).contains("size 0 640 480");
            assertThat(hosts("stuck-")).containsExactly("stuck-1", "stuck-2");
            assertThatThrownBy(tunnel::close).hasMessage("another extension's fault");
            await().untilAsserted(() -> assertThat(relay.heard("d2/closed")).hasSize(1));
        }
    }

    @Test
    void aConnectionThatCannotBeWatchedIsClosed() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        relay.answers((exchange, heard) -> answerWithOneHostAfterTheOther(exchange, "odd"));
        try (Gateway gateway = new Gateway(guacamole.settings())) {
            assertThatThrownBy(() -> gateway.connect(
                            Person.of(Guacamole.user("anna"), null),
                            Target.of("odd"),
                            new RequestIds(System::nanoTime),
                            placement ->
                                    new DelegatingGuacamoleTunnel(all.guacd().open(placement)) {
                                        @Override
                                        public GuacamoleSocket getSocket() {
                                            throw new IllegalStateException("another extension's fault");
                                        }

                                        @Override
                                        public void close() throws GuacamoleException {
                                            closed.incrementAndGet();
                                            super.close();
                                        }
                                    }))
                    .hasMessage("another extension's fault");

            assertThat(closed).hasValue(1);
            await().untilAsserted(() -> assertThat(relay.heard("d1/closed")).hasSize(1));
        }
    }

    private void answerWithOneHostAfterTheOther(HttpExchange exchange, String hosts) throws IOException {
        int number = relay.heard("/resolve").size();
        Relay.answer(exchange, 200, """
                {"agent_id": "a%1$d", "decision_id": "d%1$d", "state": "closed",
                 "tokens": {"SESSIONGUARD_HOST": "%2$s-%1$d"}}
                """.formatted(number, hosts));
    }

    @Test
    void withASlowGuacdThereIsNoTryThatWouldEndTooLate() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        relay.answers((exchange, heard) -> answerWithOneHostAfterTheOther(exchange, "slow"));
        try (Guacamole patient = Guacamole.with(
                        "drover-url",
                        relay.url(),
                        "drover-key",
                        BrokerProcess.KEY,
                        "drover-timeout",
                        "5000",
                        "drover-hold",
                        "8000");
                Gateway gateway = new Gateway(patient.settings())) {
            Person person = Person.of(Guacamole.user("anna"), null);
            RequestIds ids = new RequestIds(System::nanoTime);

            GuacamoleTunnel tunnel = gateway.connect(person, Target.of("slow"), ids, placement -> {
                try {
                    assertThat(never.await(600, TimeUnit.MILLISECONDS)).isFalse();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return all.guacd().open(placement);
            });

            assertThat(Screen.until(tunnel, "error")).last().asString().endsWith("519");
            assertThat(hosts("slow-")).containsExactly("slow-1");
            tunnel.close();
        }
    }

    @Test
    void silentHostsTakeNoThreadsFromQuestionsToTheBroker() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        all.guacd().at("mute", stage -> end.await());
        relay.answers((exchange, heard) -> Relay.answer(exchange, 200, """
                {"agent_id": "a", "decision_id": "d", "state": "closed", "tokens": {"SESSIONGUARD_HOST": "mute"}}
                """));
        BrokerKey key = new BrokerKey(null, BrokerProcess.KEY);
        try (Guacamole impatient =
                        Guacamole.with("drover-url", relay.url(), "drover-key", BrokerProcess.KEY, "drover-hold", "0");
                Workers one = new Workers("test-hold", 1);
                Brokers brokers = new Brokers(impatient.settings().urls(), key, null);
                Reports reports = new Reports(brokers, "node")) {
            Failover failover = new Failover(impatient.settings(), brokers, new OpenPlacements(), reports, one);
            Question question = new Question(Person.of(Guacamole.user("anna"), null), Target.of("mute"), "id");
            Future<Void> silent = one.start(() -> {
                end.await();
                return null;
            });
            for (int i = 0; i < 3; i++) {
                GuacamoleTunnel tunnel = failover.connect(question, () -> {}, all.guacd()::open);
                assertThat(tunnel.isOpen()).isTrue();
            }
            assertThat(hosts("mute")).hasSize(3);
            assertThat(silent).isNotDone();
        } finally {
            end.countDown();
        }
    }

    @Test
    void aClickAfterTheEndIsANewQuestion() throws Exception {
        all.operator().farm("again", "again-a");
        all.guacd().at("again-a", FakeGuacd::desktop);
        UserContext page = guacamole.seenBy(Guacamole.user("anna"), Guacamole.desktop("again"));

        Guacamole.click(page, "id of again").close();
        Guacamole.click(page, "id of again").close();

        assertThat(relay.heard("resolve").stream().map(FailoverIT::requestId).distinct())
                .hasSize(2);
    }

    @Test
    void reportsWaitForABrokerThatIsAway() throws Exception {
        all.operator().farm("patient", "patient-a");
        all.guacd().at("patient-a", FakeGuacd::desktop);
        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("patient"));
        await().untilAsserted(() -> assertThat(relay.heard("opened")).hasSize(1));

        relay.answers((exchange, heard) -> Relay.answer(exchange, 503, ""));
        tunnel.close();
        await().untilAsserted(() -> assertThat(relay.heard("closed")).isNotEmpty());
        relay.answers((exchange, heard) -> Relay.answer(exchange, 200, "{}"));

        int before = relay.heard("closed").size();
        await().untilAsserted(() -> assertThat(relay.heard("closed")).hasSizeGreaterThan(before));
    }

    @Test
    void theBrokerIsToldNowAndThenWhatIsOpen() throws Exception {
        all.operator().farm("announced", "announced-a");
        all.guacd().at("announced-a", FakeGuacd::desktop);
        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("announced"));
        String decision = opened();

        guacamole.announce();
        tunnel.close();
        guacamole.announce();
        guacamole.announce();

        List<Relay.Heard> told = relay.heard("/placements/open");
        assertThat(told).hasSize(2);
        assertThat(told.get(0).json()).hasToString("{\"node_id\":\"node-1\",\"decision_ids\":[\"" + decision + "\"]}");
        assertThat(told.get(1).json().getAsJsonArray("decision_ids")).isEmpty();
        assertThat(relay.statuses("/placements/open")).containsExactly(200);
    }

    @Test
    void aConnectionThatDiesWithoutAWordIsClosed() throws Exception {
        all.operator().farm("dies", "dies-a");
        all.guacd().at("dies-a", FakeGuacd::desktop);
        GuacamoleTunnel tunnel = guacamole.click("anna", Guacamole.desktop("dies"));
        await().untilAsserted(() -> assertThat(relay.heard("opened")).hasSize(1));

        // Guacamole's web application is gone, and with it whoever would have closed our tunnel.
        tunnel.getSocket().close();
        guacamole.announce();

        await().untilAsserted(() -> assertThat(relay.heard("closed")).hasSize(1));
    }

    /** The decision of the only connection that was reported open. */
    private String opened() {
        await().untilAsserted(() -> assertThat(relay.heard("opened")).hasSize(1));
        String path = relay.heard("opened").get(0).path();
        return path.split("/")[5];
    }

    private static List<String> hosts(String farm) {
        return all.guacd().reached(farm).stream()
                .map(parameters -> parameters.get("hostname"))
                .toList();
    }

    private static String requestId(Relay.Heard heard) {
        JsonObject json = heard.json();
        return json.get("request_id").getAsString();
    }
}
