package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many users at once; {@code -Dconnections=2000} makes a load run of it, which says how long a click took. */
class ManyConnectionsIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    private static final int USERS = Integer.getInteger("connections", 60);
    private static final int AT_ONCE = 32;
    private static final List<String> HOSTS = List.of("many-a", "many-b", "many-c", "many-d");

    @Test
    @SuppressWarnings("try") // the hosts report by themselves
    void manyUsersAtOnceGetADesktopEach() throws Exception {
        all.operator().farm("many", HOSTS.toArray(String[]::new));
        HOSTS.forEach(host -> all.guacd().at(host, FakeGuacd::desktop));

        try (Operator.Reporting hosts = all.operator().reporting(HOSTS);
                Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(relay.url())) {
            long start = System.nanoTime();
            List<Long> millis = clicks(guacamole);
            report(millis, Duration.ofNanos(System.nanoTime() - start));

            assertThat(millis).hasSize(USERS);
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(relay.heard("closed").stream()
                                    .map(Relay.Heard::path)
                                    .distinct())
                            .hasSize(USERS));
        }
        Map<String, Long> hosts = all.guacd().reached("many-").stream()
                .collect(Collectors.groupingBy(reached -> reached.get("hostname"), Collectors.counting()));
        assertThat(hosts).hasSize(4);
    }

    private static List<Long> clicks(Guacamole guacamole) throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Long>> all = new ArrayList<>();
            for (int i = 0; i < USERS; i++) {
                String user = "user-" + i;
                all.add(users.submit(() -> click(guacamole, user)));
            }
            List<Long> millis = new ArrayList<>();
            for (Future<Long> one : all) {
                millis.add(one.get());
            }
            return millis;
        } finally {
            users.shutdownNow();
        }
    }

    private static long click(Guacamole guacamole, String user) throws Exception {
        long start = System.nanoTime();
        GuacamoleTunnel tunnel = guacamole.click(user, Guacamole.desktop("many"));
        assertThat(Screen.until(tunnel, "rect")).contains("size 0 640 480");
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        tunnel.close();
        return millis;
    }

    private static void report(List<Long> millis, Duration all) {
        List<Long> sorted = millis.stream().sorted().toList();
        System.out.printf(
                "%d clicks, %d at once, in %d ms; from click to desktop: median %d ms, 99 of 100 within %d ms%n",
                USERS, AT_ONCE, all.toMillis(), sorted.get(sorted.size() / 2), sorted.get(sorted.size() * 99 / 100));
    }
}
