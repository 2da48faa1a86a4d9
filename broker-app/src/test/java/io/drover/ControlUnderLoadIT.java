package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.database.DatabaseExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator changes through one instance while both place users. */
class ControlUnderLoadIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int HOSTS = 6;
    private static final int FLIPS = 30;
    private static final int ANSWERS_PER_FLIP = 24;
    private static final int AT_ONCE = 12;

    private static final List<BrokerInstance> brokers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private static List<BrokerClient> instances;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    /** A time in which a host took no new user: from the answer of one change to the sending of the next. */
    private record Closed(String agentId, String mode, long from, long until) {

        boolean covers(Answer answer) {
            return answer.asked() > from && answer.answered() < until;
        }

        boolean forbids(Answer answer) {
            boolean reconnect = mode.equals("drain") && answer.reason().equals("existing-session");
            return covers(answer) && answer.placed() && answer.agentId().equals(agentId) && !reconnect;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        brokers.add(BrokerInstance.start(database.config()));
        brokers.add(BrokerInstance.start(database.config()));
        instances = brokers.stream().map(BrokerInstance::client).toList();
        farm = OfficeFarm.create(instances.get(0), HOSTS);
        for (int host = 0; host < HOSTS; host++) {
            farm.report(farm.hosts().get(host), "at" + host, "also" + host);
        }
        instances.forEach(instance -> farm.awaitEligible(instance, HOSTS));
    }

    @AfterAll
    static void stop() {
        brokers.forEach(BrokerInstance::close);
    }

    @Test
    void everyInstanceHonoursADrainOrMaintenanceFromItsAcknowledgementOn() {
        List<Closed> history = new ArrayList<>();
        SteadyLoad load = SteadyLoad.start(AT_ONCE, ControlUnderLoadIT::ask);
        try (load) {
            load.awaitMore(AT_ONCE * 4);
            for (int flip = 0; flip < FLIPS; flip++) {
                history.add(flip(flip, load));
            }
        }

        List<Answer> answers = load.answers();
        assertThat(load.faults()).isEmpty();
        assertThat(answers).allMatch(Answer::placed);
        assertThat(history)
                .allSatisfy(closed ->
                        assertThat(answers).filteredOn(closed::covers).hasSizeGreaterThanOrEqualTo(ANSWERS_PER_FLIP))
                .allSatisfy(closed -> assertThat(answers).noneMatch(closed::forbids));
        assertThat(answers).extracting(Answer::reason).contains("load-balance", "existing-lease", "existing-session");
        System.out.printf(
                "%d flips under load: %d answers, %d of them in a closed time, %s decided more than once%n",
                FLIPS,
                answers.size(),
                answers.stream()
                        .filter(a -> history.stream().anyMatch(c -> c.covers(a)))
                        .count(),
                database.query("SELECT count(*) FROM decision WHERE (record ->> 'tries')::int > 1")
                        .get(0));
    }

    private static Closed flip(int flip, SteadyLoad load) {
        EnrolledHost host = farm.hosts().get(flip % HOSTS);
        String mode = flip / HOSTS % 2 == 0 ? "drain" : "maintenance";
        control(instances.get(flip % 2), host, mode);
        long from = System.nanoTime();
        load.awaitMore(ANSWERS_PER_FLIP);
        long until = System.nanoTime();
        control(instances.get(flip / 2 % 2), host, "online");
        return new Closed(host.id(), mode, from, until);
    }

    private static void control(BrokerClient instance, EnrolledHost host, String mode) {
        Answer answer = instance.operator("PATCH", "/api/v1/agents/" + host.id() + "/control", Map.of("mode", mode));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    /** New users, users who come back to a lease, and users who come back to a session, through both instances. */
    private static CompletableFuture<Answer> ask(int number) {
        String username = switch (number % 3) {
            case 0 -> "new" + number;
            case 1 -> "back" + number % 40;
            default -> (number % 2 == 0 ? "at" : "also") + number / 6 % HOSTS;
        };
        return instances.get(number / 3 % 2).resolveLater(Map.of("username", username, "connection_id", "101"));
    }
}
