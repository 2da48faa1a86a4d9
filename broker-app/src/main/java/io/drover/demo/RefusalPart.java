package io.drover.demo;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Users who cannot be placed, and are told why. */
final class RefusalPart {

    private static final Connection TRAINING = Connection.named("Training Room");
    private static final String FARM = "training";

    private final Stage stage;

    RefusalPart(Stage stage) {
        this.stage = stage;
    }

    void place() {
        List<String> members = Stream.of("rds-03", "rds-04", "rds-06")
                .map(host -> stage.fleet().agent(host).id())
                .toList();
        stage.createFarm(FARM, "Training", Map.of("agent_ids", members));
        stage.publish("training-room", TRAINING, FARM);
        stage.click(
                "No host of this farm may take the user: refused, with the reasons counted.",
                "CORP\\erin",
                TRAINING,
                new Expected.Refusal(
                        503,
                        "no_eligible_host",
                        Map.of("agent-draining", 1, "agent-in-maintenance", 1, "below-min-health", 1)));
        stage.click(
                "A resource that is unknown is refused; a connection name that nobody published goes to the whole fleet.",
                "CORP\\erin",
                Connection.resource("payroll"),
                new Expected.Refusal(404, "resource_not_found", Map.of()));
    }
}
