package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.guacamole.net.DelegatingGuacamoleTunnel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reports reach a broker that is slow, in trouble or away for a while, and take neither time nor memory from others.
 */
class ReportsIT {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String TAKEN = "{\"decision_id\": \"d\", \"state\": \"open\"}";

    private final CountDownLatch released = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init")
    private Relay relay;

    @SuppressWarnings("NullAway.Init")
    private Brokers brokers;

    @BeforeEach
    void start() throws Exception {
        relay = Relay.to(URI.create("http://127.0.0.1:1"));
        brokers = asking(List.of(URI.create(relay.url())));
    }

    @AfterEach
    void stop() {
        released.countDown();
        brokers.close();
        relay.close();
    }

    @Test
    void aSlowBrokerIsToldOfEverything() {
        relay.answers((exchange, heard) -> {
            boolean unused = released.await(20, TimeUnit.MILLISECONDS);
            Relay.answer(exchange, 200, TAKEN);
        });
        try (Reports reports = new Reports(brokers, "node", 500, Duration.ofSeconds(5))) {
            IntStream.range(0, 500).forEach(i -> reports.opened("slow-" + i));

            // One after the other they would take 10 s, and half of them would be too old.
            await().atMost(SOON).untilAsserted(() -> assertThat(distinct()).isEqualTo(500));
        }
    }

    @Test
    void noMoreThanTheBoundWait() {
        relay.answers((exchange, heard) -> {
            released.await();
            Relay.answer(exchange, 200, TAKEN);
        });
        try (Reports reports = new Reports(brokers, "node", 5, LONG)) {
            for (int i = 1; i <= 8; i++) {
                int underWay = i;
                reports.opened("under-way-" + underWay);
                await().atMost(SOON).untilAsserted(() -> assertThat(distinct()).isEqualTo(underWay));
            }
            IntStream.range(0, 5).forEach(i -> reports.opened("waiting-" + i));
            reports.opened("too-many");
            released.countDown();

            await().atMost(SOON).untilAsserted(() -> assertThat(distinct()).isEqualTo(13));
            assertThat(relay.heard("/opened")).noneMatch(heard -> heard.path().contains("too-many"));
        }
    }

    @Test
    void whatIsTooOldIsForgotten() {
        relay.answers((exchange, heard) -> Relay.answer(exchange, 503, ""));
        try (Reports reports = new Reports(brokers, "node", 100, Duration.ofMillis(400))) {
            reports.opened("old");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(relay.heard("old/opened")).isNotEmpty());
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, TAKEN));

            await().during(Duration.ofMillis(800))
                    .untilAsserted(() -> assertThat(relay.heard("old/opened")).hasSize(1));
        }
    }

    @Test
    void aReportThatTheBrokerHasTroubleWithHoldsUpNoOther() {
        relay.answers((exchange, heard) -> {
            if (heard.path().contains("trouble")) {
                Relay.answer(exchange, 503, "{\"code\": \"storage_unavailable\"}");
            } else {
                Relay.answer(exchange, 200, TAKEN);
            }
        });
        try (Reports reports = new Reports(brokers, "node")) {
            reports.failed("trouble", 519);
            IntStream.range(0, 100).forEach(i -> reports.closed("other-" + i));

            await().atMost(SOON).untilAsserted(() -> {
                assertThat(relay.heard("closed")).hasSize(100);
                assertThat(relay.heard("failed")).hasSizeGreaterThan(1);
            });
        }
    }

    @Test
    void aBrokerInTroubleIsLeftAlone() {
        relay.answers((exchange, heard) -> Relay.answer(exchange, 503, "{\"code\": \"storage_unavailable\"}"));
        try (Reports reports = new Reports(brokers, "node")) {
            IntStream.range(0, 300).forEach(i -> reports.opened("patient-" + i));

            await().during(Duration.ofMillis(1_200))
                    .untilAsserted(() -> assertThat(relay.heard("opened")).hasSizeLessThan(60));
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, TAKEN));
            await().atMost(SOON).untilAsserted(() -> assertThat(distinct()).isEqualTo(300));
        }
    }

    @Test
    void anErrorCostsOneReportOnly() {
        AtomicInteger asked = new AtomicInteger();
        List<URI> failingOnce = new AbstractList<>() {
            @Override
            public URI get(int index) {
                if (asked.getAndIncrement() == 0) {
                    throw new LinkageError("a class is gone, since Guacamole is being replaced");
                }
                return URI.create(relay.url());
            }

            @Override
            public int size() {
                return 1;
            }
        };
        relay.answers((exchange, heard) -> Relay.answer(exchange, 200, TAKEN));
        try (Brokers failing = asking(failingOnce);
                Reports reports = new Reports(failing, "node")) {
            reports.opened("first");
            await().atMost(SOON).until(() -> asked.get() > 0);
            reports.opened("second");

            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(relay.heard("second/opened")).hasSize(1));
        }
    }

    @Test
    void slowReportsDoNotHoldUpTheAnnouncementOfWhatIsOpen() throws Exception {
        try (FakeGuacd guacd = new FakeGuacd();
                Guacamole guacamole = Guacamole.asking(relay.url());
                Gateway gateway = new Gateway(guacamole.settings(), Duration.ofMillis(50), LONG)) {
            guacd.at("busy", FakeGuacd::desktop);
            relay.answers((exchange, heard) -> {
                if (heard.path().endsWith("/resolve")) {
                    int number = relay.heard("/resolve").size();
                    Relay.answer(exchange, 200, """
                            {"agent_id": "a", "decision_id": "d%d", "tokens": {"SESSIONGUARD_HOST": "busy"}}
                            """.formatted(number));
                } else if (heard.path().endsWith("/opened")) {
                    released.await();
                } else {
                    Relay.answer(exchange, 200, "{\"open\": 20}");
                }
            });
            RequestIds ids = new RequestIds(System::nanoTime);
            for (int i = 0; i < 20; i++) {
                Person person = Person.of(Guacamole.user("anna"), null);
                gateway.connect(person, Target.of("desk-" + i), ids, guacd::open);
            }

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(relay.heard("placements/open"))
                            .last()
                            .satisfies(open -> assertThat(open.json().getAsJsonArray("decision_ids"))
                                    .hasSize(20)));
        }
    }

    @Test
    void anErrorDoesNotEndTheAnnouncements() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (FakeGuacd guacd = new FakeGuacd();
                Guacamole guacamole = Guacamole.asking(relay.url());
                Gateway gateway = new Gateway(guacamole.settings(), Duration.ofMillis(50), LONG)) {
            guacd.at("busy", FakeGuacd::desktop);
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, """
                    {"agent_id": "a", "decision_id": "d", "tokens": {"SESSIONGUARD_HOST": "busy"},
                     "state": "open", "open": 1}
                    """));
            gateway.connect(
                    Person.of(Guacamole.user("anna"), null),
                    Target.of("desk"),
                    new RequestIds(System::nanoTime),
                    placement -> new DelegatingGuacamoleTunnel(guacd.open(placement)) {
                        @Override
                        public boolean isOpen() {
                            if (asked.getAndIncrement() == 0) {
                                throw new OutOfMemoryError("no thread can be made, for once");
                            }
                            throw new LinkageError("another extension is being replaced");
                        }
                    });

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(relay.heard("placements/open"))
                            .isNotEmpty()
                            .allSatisfy(open -> assertThat(open.body()).contains("[\"d\"]")));
        }
    }

    @Test
    void aConnectionThatCannotBeAskedIsAnnouncedWithTheOthers() {
        relay.answers((exchange, heard) ->
                Relay.answer(exchange, 200, heard.path().endsWith("/open") ? "{\"open\": 2}" : TAKEN));
        OpenPlacements open = new OpenPlacements();
        try (Reports reports = new Reports(brokers, "node")) {
            for (String id : List.of("one", "two")) {
                PlacementLife life = new PlacementLife(id, open, reports, () -> {});
                life.opened();
                life.watch(() -> {
                    throw new IllegalStateException("another extension's fault");
                });
            }

            open.announce(brokers, "node");

            assertThat(relay.heard("placements/open"))
                    .singleElement()
                    .satisfies(told -> assertThat(told.body()).contains("one", "two"));
        }
    }

    private static Brokers asking(List<URI> urls) {
        return new Brokers(urls, new BrokerKey(null, BrokerProcess.KEY), null);
    }

    private long distinct() {
        return relay.heard("").stream().map(Relay.Heard::path).distinct().count();
    }
}
