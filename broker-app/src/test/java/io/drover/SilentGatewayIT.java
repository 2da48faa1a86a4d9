package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseExtension;
import io.drover.gateway.GatewayConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gateway's node that dies says nothing: what it had open counts as closed after a while, at every instance. */
class SilentGatewayIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void whatADeadNodeHadOpenIsCleanedUpAndComesBackWithTheNode() throws Exception {
        GatewayConfig impatient = GatewayConfig.of(1);
        try (BrokerInstance one = start(impatient);
                BrokerInstance other = start(GatewayConfig.defaults())) {
            BrokerClient here = one.client();
            BrokerClient there = other.client();
            OfficeFarm farm = OfficeFarm.create(here, 1);
            farm.awaitEligible(there, 1);
            EnrolledHost host = farm.hosts().get(0);
            String id = there.resolve(Map.of("username", "alice", "connection_id", "101"))
                    .text("decision_id");
            there.report(id, "opened", Map.of("node_id", "gateway-1"));

            await().atMost(PATIENCE)
                    .until(() -> database.query("SELECT state FROM connection").contains("lost"));
            await("the instance that did not notice it itself ends the lease")
                    .atMost(PATIENCE)
                    .until(() -> {
                        there.heartbeat(host, OfficeFarm.heartbeat(host));
                        return database.query("SELECT person FROM lease").isEmpty();
                    });

            Answer back = there.send(there.gateway(
                            "/api/v1/broker/placements/open",
                            "application/json",
                            BrokerClient.json(Map.of("node_id", "gateway-1", "decision_ids", List.of(id)))))
                    .join();
            assertThat(back.json().path("open").asInt()).as(back.body()).isEqualTo(1);
            assertThat(there.report(id, "closed", Map.of()).text("state")).isEqualTo("closed");
        }
    }

    private static BrokerInstance start(GatewayConfig gateway) throws Exception {
        return BrokerInstance.start(database.config(), BrokerInstance.placement(true, 900, true), null, gateway);
    }
}
