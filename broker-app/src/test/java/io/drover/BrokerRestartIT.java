package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a broker knew is in the database: one that is started anew goes on where it was. */
class BrokerRestartIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final String LONG_NAME = "n".repeat(510);

    @Test
    void leasesSessionsAndModesHoldAfterARestart() throws Exception {
        List<String> users =
                List.of("alice", "CORP\\bob", "carol@corp.example", "zoë", LONG_NAME + "a", LONG_NAME + "b");
        Map<String, String> hosts = new HashMap<>();
        EnrolledHost drained;
        EnrolledHost visited;
        try (BrokerInstance before = BrokerInstance.start(database.config())) {
            OfficeFarm farm = OfficeFarm.create(before.client(), 4);
            farm.awaitEligible(before.client(), 4);
            drained = farm.hosts().get(0);
            visited = farm.hosts().get(1);
            farm.control(drained, Map.of("mode", "drain"));
            users.forEach(user -> hosts.put(user, place(before, user).agentId()));
            farm.report(visited, "sue");
            assertAsksForARestart(before, "fleet-announcer", "fleet");
            assertAsksForARestart(before, "lease-writer", "database");
        }

        try (BrokerInstance after = BrokerInstance.start(database.config())) {
            OfficeFarm farm = new OfficeFarm(after.client(), List.of());
            farm.awaitEligible(after.client(), 3);

            for (String user : users) {
                Answer answer = place(after, user);
                assertThat(answer.reason()).isEqualTo("existing-lease");
                assertThat(answer.agentId()).isEqualTo(hosts.get(user)).isNotEqualTo(drained.id());
            }
            Answer sue = place(after, "CORP\\sue");
            assertThat(sue.reason()).isEqualTo("existing-session");
            assertThat(sue.agentId()).isEqualTo(visited.id());
        }
        assertThat(database.query("SELECT person FROM lease WHERE length(person) = 511"))
                .containsExactlyInAnyOrder(LONG_NAME + "a", LONG_NAME + "b");
    }

    /** A thread that has ended, for whatever reason, does not come back: a balancer is to send nobody any more. */
    private static void assertAsksForARestart(BrokerInstance instance, String thread, String check) {
        Thread.getAllStackTraces().keySet().stream()
                .filter(running -> running.getName().equals(thread))
                .forEach(Thread::interrupt);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(instance.client()
                                .get("/readyz")
                                .json()
                                .at("/checks/" + check)
                                .asText())
                        .endsWith("restart the broker"));
        assertThat(instance.client().get("/readyz").status()).isEqualTo(503);
    }

    private static Answer place(BrokerInstance instance, String user) {
        Answer answer = instance.client().resolve(Map.of("username", user, "connection_id", "101"));
        assertThat(answer.placed()).as(answer.body()).isTrue();
        return answer;
    }
}
