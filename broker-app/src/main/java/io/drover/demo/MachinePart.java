package io.drover.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** This machine as a host, in a farm of its own. */
final class MachinePart {

    private static final Connection DESKTOP = Connection.named("This Machine");
    private static final String FARM = "this-machine";
    private static final int SECONDS_OF_AN_HOUR = 3600;

    private final Stage stage;
    private final ThisMachine machine;

    MachinePart(Stage stage, ThisMachine machine) {
        this.stage = stage;
        this.machine = machine;
    }

    void place() {
        stage.createFarm(FARM, "This machine", Map.of());
        stage.publish("machine-desktop", DESKTOP, FARM);
        stage.fleet().enroll(machine, FARM);
        JsonNode seen = seen();
        stage.click(
                "This machine is a host too: " + described(seen) + ".",
                "CORP\\grace",
                DESKTOP,
                new Expected.Host(machine.name(), Outcome.NEW));
        List<String> users = seen.path("sessions")
                .valueStream()
                .map(session -> session.path("user").asText())
                .toList();
        if (!users.isEmpty()) {
            stage.click(
                    "Who is logged on to this machine goes back to it.",
                    users.get(0),
                    DESKTOP,
                    new Expected.Host(machine.name(), Outcome.SESSION));
        }
    }

    /** What the broker knows of it. */
    private JsonNode seen() {
        String id = stage.fleet().agent(machine.name()).id();
        return stage.api().operator("GET", "/api/v1/agents/" + id).expectGood().body();
    }

    private String described(JsonNode seen) {
        return String.format(
                Locale.ROOT,
                "%s, up %d h, cpu %.0f %%, memory %.0f %%, %d logged on",
                machine.system(),
                seen.path("uptime_seconds").asLong() / SECONDS_OF_AN_HOUR,
                seen.path("cpu_percent").asDouble(),
                seen.path("memory_used_percent").asDouble(),
                seen.path("sessions").size());
    }
}
