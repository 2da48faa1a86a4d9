package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    void aThousandUsersWhoAskBothInstancesAtOnceGetOneHostEach() {
        Map<String, List<Answer>> answers = askAtOnce(1_000, user -> Stream.of(
                one.resolveLater(asking(spelling(user, 0))), two.resolveLater(asking(spelling(user, 1)))));

        assertThat(flat(answers)).hasSize(2_000).allMatch(Answer::placed);
        assertThat(hostsByUser(answers)).allSatisfy((user, hosts) -> assertThat(hosts).hasSize(1));
        assertThat(holders("u")).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(spread(answers)).isLessThanOrEqualTo(10);
        tell("1,000 users, both instances", answers);
    }

    private Map<String, String> asking(String username) {
        return Map.of("username", username, "connection_id", "101");
    }

    private static String spelling(int user, int request) {
        String name = "u%04d".formatted(user);
        List<String> spellings = List.of(name, "CORP\\" + name, name + "@corp.example", name.toUpperCase(java.util.Locale.ROOT));
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
        return answers.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().stream().map(Answer::agentId).collect(Collectors.toSet())));
    }

    private static List<@Nullable String> holders(String prefix) {
        return database.query("SELECT person FROM lease WHERE person LIKE '" + prefix + "%'");
    }

    private static long spread(Map<String, List<Answer>> answers) {
        Map<String, Long> users = answers.values().stream()
                .map(of -> of.get(0).agentId())
                .collect(Collectors.groupingBy(host -> host, Collectors.counting()));
        return users.values().stream().mapToLong(n -> n).max().orElse(0)
                - users.values().stream().mapToLong(n -> n).min().orElse(0);
    }

    private static void tell(String what, Map<String, List<Answer>> answers) {
        int size = flat(answers).size();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(decided(">= 1")).isEqualTo(size));
        System.out.printf("%s: %d answers, %d decided more than once, slowest %d ms%n", what, size, decided("> 1"),
                flat(answers).stream().mapToLong(Answer::millis).max().orElse(0));
    }

    private static long decided(String tries) {
        return Long.parseLong(String.valueOf(database.query("SELECT count(*) FROM decision WHERE tries " + tries)
                .get(0)));
    }
}
