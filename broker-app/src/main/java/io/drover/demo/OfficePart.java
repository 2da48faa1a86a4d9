package io.drover.demo;

import java.util.List;
import java.util.Map;

/** The office farm: six simulated hosts, users who come and come back, operators at work, and a storm. */
final class OfficePart {

    static final String FARM = "office";
    static final Connection DESKTOP = Connection.named("Office Desktop");

    /** The tag by which a host belongs to the farm. */
    static final Map<String, String> TAG = Map.of("role", FARM);

    private final Stage stage;

    OfficePart(Stage stage) {
        this.stage = stage;
    }

    void open() {
        stage.createFarm(FARM, "Office", Map.of("required_tags", TAG));
        stage.publish("office-desktop", DESKTOP, FARM);
        hosts().forEach(host -> stage.fleet().enroll(host, TAG));
    }

    private static List<SimulatedHost> hosts() {
        return List.of(
                SimulatedHost.of("rds-01", 95, 40, 54, 12, 2).withApp(RemoteAppPart.ID, false),
                SimulatedHost.of("rds-02", 90, 20, 44, 4, 1),
                SimulatedHost.of("rds-03", 88, 8, 50, 5, 1).withSession("bob", SimulatedHost.Logon.DISCONNECTED),
                SimulatedHost.of("rds-04", 92, 30, 70, 6, 0).withSession("dave", SimulatedHost.Logon.ACTIVE),
                SimulatedHost.of("rds-05", 85, 35, 72, 10, 3).withApp(RemoteAppPart.ID, true),
                SimulatedHost.of("rds-06", 41, 5, 20, 0, 0));
    }

    void placeFirst() {
        stage.click(
                "A new user goes to the host with the best score.",
                "CORP\\alice",
                DESKTOP,
                new Expected.Host("rds-02", Outcome.NEW));
    }

    void placeReturning() {
        stage.fleet().change("rds-02", host -> host.withCpu(90));
        stage.click(
                "The same user again, spelled otherwise: the lease holds, although another host is better by now.",
                "alice@corp.example",
                DESKTOP,
                new Expected.Host("rds-02", Outcome.LEASE));
        stage.click(
                "A user with a session goes back to it, in whatever spelling.",
                "Bob@corp.example",
                DESKTOP,
                new Expected.Host("rds-03", Outcome.SESSION));
    }

    void placeWhileOperatorsWork() {
        stage.fleet().control("rds-03", Map.of("mode", "drain", "reason", "patches", "force", true));
        stage.click(
                "rds-03 drains. It keeps its users ...", "bob", DESKTOP, new Expected.Host("rds-03", Outcome.SESSION));
        stage.click(
                "... and gets nobody new, although its score is the best.",
                "CORP\\carol",
                DESKTOP,
                new Expected.Host("rds-04", Outcome.NEW));
        stage.fleet().control("rds-04", Map.of("mode", "maintenance", "reason", "a new disk", "force", true));
        stage.click(
                "rds-04 is in maintenance: not even the owner of a session gets back to it.",
                "CORP\\dave",
                DESKTOP,
                new Expected.Host("rds-02", Outcome.NEW));
    }

    void placeStorm() {
        stage.fleet().control("rds-04", Map.of("mode", "online"));
        stage.fleet().logOnEverybody();
        new Storm(stage.fleet(), new Placer(stage.api(), stage.fleet()))
                .place(
                        "rds-04 is back, everybody is logged on, and thirty users arrive at once: they spread.",
                        DESKTOP,
                        List.of("rds-01", "rds-02", "rds-04", "rds-05"))
                .forEach(stage.shown());
        stage.fleet().logOnEverybody();
    }
}
