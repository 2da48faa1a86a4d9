package io.drover.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What is shown, in order: who clicks what after which change, and what must come of it. */
final class DemoScript {

    private static final Connection OFFICE = Connection.named("Office Desktop");
    private static final Connection TRAINING = Connection.named("Training Room");
    private static final Connection ACCOUNTING = Connection.named("Accounting");
    private static final Connection MACHINE = Connection.named("This Machine");
    private static final String ACCOUNTING_ID = "accounting";
    private static final String MACHINE_FARM = "this-machine";

    private final BrokerApi api;
    private final DemoFleet fleet;
    private final Placer placer;
    private final Consumer<Placement> shown;

    /** @param shown gets every placement when it is made */
    DemoScript(BrokerApi api, DemoFleet fleet, Consumer<Placement> shown) {
        this.api = api;
        this.fleet = fleet;
        this.placer = new Placer(api, fleet);
        this.shown = shown;
    }

    /** Sets up the office farm: six simulated hosts, which belong to it by their tag. */
    void openOffice() {
        create("farms", Map.of("id", "office", "name", "Office", "required_tags", Map.of("role", "office")));
        create("resources", desktop("office-desktop", OFFICE, "office"));
        for (SimulatedHost host : hosts()) {
            fleet.enroll(host, Map.of("role", "office"));
        }
    }

    private static List<SimulatedHost> hosts() {
        return List.of(
                SimulatedHost.of("rds-01", 95, 40, 54, 12, 2).withApp(ACCOUNTING_ID, false),
                SimulatedHost.of("rds-02", 90, 20, 44, 4, 1),
                SimulatedHost.of("rds-03", 88, 8, 50, 5, 1).withSession("bob", SimulatedHost.Logon.DISCONNECTED),
                SimulatedHost.of("rds-04", 92, 30, 70, 6, 0).withSession("dave", SimulatedHost.Logon.ACTIVE),
                SimulatedHost.of("rds-05", 85, 35, 72, 10, 3).withApp(ACCOUNTING_ID, true),
                SimulatedHost.of("rds-06", 41, 5, 20, 0, 0));
    }

    void placeFirst() {
        show(placer.resolve(
                "A new user goes to the host with the best score.",
                "CORP\\alice",
                OFFICE,
                new Expected.Host("rds-02", Outcome.NEW)));
    }

    void placeReturning() {
        fleet.change("rds-02", host -> host.withCpu(90));
        show(placer.resolve(
                "The same user again, spelled otherwise: the lease holds, although another host is better by now.",
                "alice@corp.example",
                OFFICE,
                new Expected.Host("rds-02", Outcome.LEASE)));
        show(placer.resolve(
                "A user with a session goes back to it, in whatever spelling.",
                "Bob@corp.example",
                OFFICE,
                new Expected.Host("rds-03", Outcome.SESSION)));
    }

    void placeWhileOperatorsWork() {
        fleet.control("rds-03", Map.of("mode", "drain", "reason", "patches", "force", true));
        show(placer.resolve(
                "rds-03 drains. It keeps its users ...", "bob", OFFICE, new Expected.Host("rds-03", Outcome.SESSION)));
        show(placer.resolve(
                "... and gets nobody new, although its score is the best.",
                "CORP\\carol",
                OFFICE,
                new Expected.Host("rds-04", Outcome.NEW)));
        fleet.control("rds-04", Map.of("mode", "maintenance", "reason", "a new disk", "force", true));
        show(placer.resolve(
                "rds-04 is in maintenance: not even the owner of a session gets back to it.",
                "CORP\\dave",
                OFFICE,
                new Expected.Host("rds-02", Outcome.NEW)));
    }

    void placeInVain() {
        create(
                "farms",
                Map.of(
                        "id",
                        "training",
                        "name",
                        "Training",
                        "agent_ids",
                        List.of(
                                fleet.agent("rds-03").id(),
                                fleet.agent("rds-04").id(),
                                fleet.agent("rds-06").id())));
        create("resources", desktop("training-room", TRAINING, "training"));
        show(placer.resolve(
                "No host of the farm may take the user: refused, with the reasons counted.",
                "CORP\\erin",
                TRAINING,
                new Expected.Refusal(
                        503,
                        "no_eligible_host",
                        Map.of("agent-draining", 1, "agent-in-maintenance", 1, "below-min-health", 1))));
        show(placer.resolve(
                "What nobody published is refused.",
                "CORP\\erin",
                Connection.resource("payroll"),
                new Expected.Refusal(404, "resource_not_found", Map.of())));
    }

    void placeStorm() {
        fleet.control("rds-04", Map.of("mode", "online"));
        fleet.logOnEverybody();
        new Storm(fleet, placer)
                .place(
                        "rds-04 is back, everybody is logged on, and thirty users arrive at once: they spread.",
                        OFFICE,
                        List.of("rds-01", "rds-02", "rds-04", "rds-05"))
                .forEach(shown);
        fleet.logOnEverybody();
    }

    void placeRemoteApp() {
        Map<String, Object> resource = new LinkedHashMap<>(desktop(ACCOUNTING_ID, ACCOUNTING, "office"));
        resource.put("kind", "remoteapp");
        resource.put("remote_app", "||accounting");
        resource.put("manage_remote_app", true);
        resource.put("remote_app_path", "C:\\Program Files\\Accounting\\accounting.exe");
        create("resources", resource);
        show(placer.tokens(
                "A RemoteApp runs only where it is ready: rds-01 has it out of date, the others not at all.",
                "CORP\\frank",
                ACCOUNTING,
                new Expected.Host("rds-05", Outcome.NEW)));
    }

    void placeOn(ThisMachine machine) {
        create("farms", Map.of("id", MACHINE_FARM, "name", "This machine"));
        create("resources", desktop(MACHINE_FARM, MACHINE, MACHINE_FARM));
        fleet.enroll(machine, MACHINE_FARM);
        show(placer.resolve(
                "This machine is a host too, with the cpu, memory and users that it really has.",
                "CORP\\grace",
                MACHINE,
                new Expected.Host(machine.name(), Outcome.NEW)));
        placeBackOnMachine(machine);
    }

    /** Whoever is logged on to this machine goes back there. */
    private void placeBackOnMachine(ThisMachine machine) {
        List<String> users = new ArrayList<>();
        api.operator("GET", "/api/v1/agents/" + fleet.agent(machine.name()).id())
                .expectGood()
                .body()
                .path("sessions")
                .forEach(session -> users.add(session.path("user").asText()));
        users.stream()
                .findFirst()
                .ifPresent(user -> show(placer.resolve(
                        "Who is logged on to this machine goes back to it.",
                        user,
                        MACHINE,
                        new Expected.Host(machine.name(), Outcome.SESSION))));
    }

    private void show(Placement placement) {
        shown.accept(placement);
    }

    private void create(String kind, Map<String, Object> what) {
        api.operator("POST", "/api/v1/" + kind, what).expectGood();
    }

    private static Map<String, Object> desktop(String id, Connection connection, String farmId) {
        return Map.of(
                "id",
                id,
                "name",
                connection.label(),
                "farm_id",
                farmId,
                "guacamole_connection_name",
                connection.label());
    }
}
