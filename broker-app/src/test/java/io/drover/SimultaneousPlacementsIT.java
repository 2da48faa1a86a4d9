package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two broker instances on one database, asked at the same moments. */
class SimultaneousPlacementsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int HOSTS = 20;
    private static final int USERS_AT_ONCE = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final List<BrokerInstance> brokers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient one;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient two;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    @BeforeAll
    static void start() throws Exception {
        brokers.add(BrokerInstance.start(database.config()));
        brokers.add(BrokerInstance.start(database.config()));
        one = brokers.get(0).client();
        two = brokers.get(1).client();
        farm = OfficeFarm.create(one, HOSTS);
        farm.awaitEligible(one, HOSTS);
        farm.awaitEligible(two, HOSTS);
    }

    @AfterAll
    static void stop() {
        brokers.forEach(BrokerInstance::close);
    }

    @BeforeEach
    void nobodyHasALease() {
        database.execute("TRUNCATE lease, decision");
    }

    @Test
    void usersWhoAskBothInstancesAtOnceGetOneHostEach() {
        Map<String, List<Answer>> answers = askAtOnce(
                300,
                user -> Stream.of(
                        one.resolveLater(asking(spelling(user, 0))), two.resolveLater(asking(spelling(user, 1)))));

        assertThat(flat(answers)).hasSize(600).allMatch(Answer::placed);
        assertThat(hostsByUser(answers))
                .allSatisfy((user, hosts) -> assertThat(hosts).hasSize(1));
        assertThat(holders("u")).hasSize(300).doesNotHaveDuplicates();
        assertThat(spread(answers)).isLessThanOrEqualTo(10);
        tell("300 users, both instances", answers);
    }

    @Test
    void threeRequestsJustAfterALeaseEndedGetOneHost() throws Exception {
        try (BrokerInstance brief = BrokerInstance.start(database.config(), BrokerInstance.placement(true, 4, true))) {
            BrokerClient instance = brief.client();
            farm.awaitEligible(instance, HOSTS);
            Asking once = user -> Stream.of(instance.resolveLater(asking("ended%02d".formatted(user))));
            assertThat(flat(askAtOnce(30, once))).allMatch(Answer::placed);
            await().atMost(PATIENCE).until(() -> holders("ended").isEmpty());

            Map<String, List<Answer>> answers = askAtOnce(
                    30,
                    user -> Stream.generate(() -> instance.resolveLater(asking("ended%02d".formatted(user))))
                            .limit(3));

            assertThat(flat(answers)).hasSize(90).allMatch(Answer::placed);
            assertThat(hostsByUser(answers))
                    .allSatisfy((user, hosts) -> assertThat(hosts).hasSize(1));
            assertThat(database.query("SELECT person FROM lease WHERE person LIKE 'ended%'"))
                    .hasSize(30);
        }
    }

    @Test
    void twoResourcesAtOnceGetALeaseEachWhereLeasesAreKeptByResource() throws Exception {
        done(one.operator(
                "POST",
                "/api/v1/resources",
                Map.of("id", "cad", "farm_id", OfficeFarm.ID, "guacamole_connection_id", "102")));
        try (BrokerInstance scoped =
                BrokerInstance.start(database.config(), BrokerInstance.placement(true, 900, false))) {
            BrokerClient instance = scoped.client();
            farm.awaitEligible(instance, HOSTS);

            Map<String, List<Answer>> answers = askAtOnce(
                    30,
                    user -> Stream.of("101", "102")
                            .map(id -> instance.resolveLater(
                                    Map.of("username", "pair%02d".formatted(user), "connection_id", id))));

            assertThat(flat(answers)).hasSize(60).allMatch(Answer::placed);
            assertThat(holders("pair")).hasSize(60);
            assertThat(database.query("SELECT DISTINCT resource FROM lease WHERE person LIKE 'pair%'"))
                    .containsExactlyInAnyOrder("desk", "cad");
        }
    }

    @Test
    void usersOfTwoFarmsAtOnceNeverGetAHostOfTheOther() {
        done(one.operator("POST", "/api/v1/farms", Map.of("id", "erp")));
        done(one.operator(
                "POST", "/api/v1/resources", Map.of("id", "sage", "farm_id", "erp", "guacamole_connection_id", "300")));
        EnrolledHost host = farm.add("erp-01", "erp");
        for (BrokerClient instance : List.of(one, two)) {
            await().atMost(PATIENCE)
                    .until(() -> instance.resolve(Map.of("username", "erp-probe", "connection_id", "300"))
                            .placed());
        }

        Map<String, List<Answer>> answers = askAtOnce(
                200,
                user -> Stream.of((user % 4 < 2 ? one : two)
                        .resolveLater(Map.of(
                                "username",
                                "mix%03d".formatted(user),
                                "connection_id",
                                user % 2 == 0 ? "101" : "300"))));

        assertThat(flat(answers))
                .allMatch(Answer::placed)
                .allSatisfy(answer -> assertThat(answer.agentId().equals(host.id()))
                        .isEqualTo(answer.text("resource_id").equals("sage")));
    }

    /** Whoever was sent to a host counts there from the decision on, not only when the lease is written. */
    @Test
    void usersWhoComeAtOnceDoNotExceedALimit() {
        done(one.operator("POST", "/api/v1/farms", Map.of("id", "small")));
        for (String name : List.of("small-01", "small-02", "small-03")) {
            farm.control(farm.add(name, "small"), Map.of("max_sessions", 5));
        }

        Map<String, List<Answer>> answers = askAtOnce(
                40,
                user -> Stream.of(
                        one.resolveLater(Map.of("username", "crowd%02d".formatted(user), "farm_id", "small"))));

        Map<String, Long> users = usersByHost(flat(answers).stream().filter(Answer::placed));
        assertThat(users.values()).containsExactly(5L, 5L, 5L);
        assertThat(flat(answers))
                .filteredOn(answer -> !answer.placed())
                .hasSize(25)
                .allMatch(answer -> answer.text("code").equals("no_eligible_host"));
    }

    private static Map<String, String> asking(String username) {
        return Map.of("username", username, "connection_id", "101");
    }

    private static String spelling(int user, int request) {
        String name = "u%04d".formatted(user);
        List<String> spellings = List.of(name, "CORP\\" + name, name + "@corp.example", name.toUpperCase(Locale.ROOT));
        return spellings.get((user + request * (1 + user / 4 % 3)) % spellings.size());
    }

    private interface Asking {
        Stream<CompletableFuture<Answer>> ask(int user);
    }

    private static Map<String, List<Answer>> askAtOnce(int users, Asking asking) {
        Semaphore places = new Semaphore(USERS_AT_ONCE);
        Map<String, List<CompletableFuture<Answer>>> asked = new TreeMap<>();
        for (int user = 0; user < users; user++) {
            places.acquireUninterruptibly();
            List<CompletableFuture<Answer>> futures = asking.ask(user).toList();
            var unused = CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                    .whenComplete((done, fault) -> places.release());
            asked.put("u%04d".formatted(user), futures);
        }
        Map<String, List<Answer>> answers = new TreeMap<>();
        asked.forEach((user, futures) ->
                answers.put(user, futures.stream().map(CompletableFuture::join).toList()));
        return answers;
    }

    private static List<Answer> flat(Map<String, List<Answer>> answers) {
        return answers.values().stream().flatMap(Collection::stream).toList();
    }

    private static Map<String, Collection<String>> hostsByUser(Map<String, List<Answer>> answers) {
        Map<String, Collection<String>> hosts = new TreeMap<>();
        answers.forEach(
                (user, of) -> hosts.put(user, of.stream().map(Answer::agentId).collect(Collectors.toSet())));
        return hosts;
    }

    /** Whose leases hold now. */
    private static List<@Nullable String> holders(String prefix) {
        return database.query(
                "SELECT person FROM lease WHERE expires_at > clock_timestamp() AND person LIKE '" + prefix + "%'");
    }

    private static long spread(Map<String, List<Answer>> answers) {
        Collection<Long> users =
                usersByHost(answers.values().stream().map(of -> of.get(0))).values();
        return Collections.max(users) - Collections.min(users);
    }

    private static Map<String, Long> usersByHost(Stream<Answer> answers) {
        return answers.collect(Collectors.groupingBy(Answer::agentId, Collectors.counting()));
    }

    private static void done(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
    }

    private static void tell(String what, Map<String, List<Answer>> answers) {
        int size = flat(answers).size();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(decided(">= 1")).isEqualTo(size));
        System.out.printf(
                "%s: %d answers, %d decided more than once, slowest %d ms%n",
                what,
                size,
                decided("> 1"),
                flat(answers).stream().mapToLong(Answer::millis).max().orElse(0));
    }

    private static long decided(String tries) {
        return Long.parseLong(
                String.valueOf(database.query("SELECT count(*) FROM decision WHERE (record ->> 'tries')::int " + tries)
                        .get(0)));
    }
}
