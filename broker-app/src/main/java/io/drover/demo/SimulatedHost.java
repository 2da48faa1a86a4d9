package io.drover.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A session host that exists in its heartbeats alone.
 *
 * @param name its host name
 * @param health its health score
 * @param cpu percent in use
 * @param memory percent in use
 * @param sessions who is logged on
 * @param expected who was sent there and has not logged on yet
 * @param apps the managed RemoteApps, by resource id, and whether each is ready
 * @param bonus points that rules beyond the shipped ones give it
 */
record SimulatedHost(
        String name,
        int health,
        int cpu,
        int memory,
        List<Logon> sessions,
        List<String> expected,
        Map<String, Boolean> apps,
        int bonus) {

    /** What the shipped policy takes from a score for each session. */
    static final int SESSION_POINTS = 20;

    private static final long MEMORY_BYTES = 64_000_000_000L;
    private static final long UPTIME_SECONDS = 432_000;

    SimulatedHost {
        sessions = List.copyOf(sessions);
        expected = List.copyOf(expected);
        apps = Map.copyOf(apps);
    }

    /** A session: of whom, and in which state. */
    record Logon(String user, String state) {

        static final String ACTIVE = "Active";
        static final String DISCONNECTED = "Disconnected";
    }

    /** A host with so many sessions of people of no further interest. */
    static SimulatedHost of(String name, int health, int cpu, int memory, int active, int disconnected) {
        List<Logon> sessions = Stream.concat(
                        IntStream.range(0, active).mapToObj(i -> new Logon(name + "-a" + i, Logon.ACTIVE)),
                        IntStream.range(0, disconnected).mapToObj(i -> new Logon(name + "-d" + i, Logon.DISCONNECTED)))
                .toList();
        return new SimulatedHost(name, health, cpu, memory, sessions, List.of(), Map.of(), 0);
    }

    SimulatedHost withCpu(int percent) {
        return new SimulatedHost(name, health, percent, memory, sessions, expected, apps, bonus);
    }

    SimulatedHost withSession(String user, String state) {
        return new SimulatedHost(
                name, health, cpu, memory, plus(sessions, new Logon(user, state)), expected, apps, bonus);
    }

    SimulatedHost withApp(String resourceId, boolean ready) {
        return new SimulatedHost(name, health, cpu, memory, sessions, expected, Map.of(resourceId, ready), bonus);
    }

    SimulatedHost withBonus(int points) {
        return new SimulatedHost(name, health, cpu, memory, sessions, expected, apps, points);
    }

    SimulatedHost expecting(String user) {
        return new SimulatedHost(name, health, cpu, memory, sessions, plus(expected, user), apps, bonus);
    }

    /** Everybody who was sent there is logged on now. */
    SimulatedHost loggedOn() {
        List<Logon> all = new ArrayList<>(sessions);
        expected.forEach(user -> all.add(new Logon(user, Logon.ACTIVE)));
        return new SimulatedHost(name, health, cpu, memory, all, List.of(), apps, bonus);
    }

    /** The score that the shipped policy gives it, worked out here once more so that the broker can be checked. */
    int score() {
        return 10 * health
                - SESSION_POINTS * (count(Logon.ACTIVE) + expected.size())
                - 5 * count(Logon.DISCONNECTED)
                - 2 * cpu
                - memory
                + bonus;
    }

    private int count(String state) {
        Predicate<Logon> inState = session -> session.state().equals(state);
        return (int) sessions.stream().filter(inState).count();
    }

    /** What it says of itself. */
    Map<String, Object> heartbeat() {
        Map<String, Object> beat = new LinkedHashMap<>();
        beat.put("protocol_version", 4);
        beat.put(
                "server",
                Map.of(
                        "hostname",
                        name,
                        "os",
                        "simulated",
                        "uptime_seconds",
                        UPTIME_SECONDS,
                        "memory_total",
                        MEMORY_BYTES,
                        "memory_available",
                        MEMORY_BYTES / 100 * (100 - memory),
                        "cpu_percent",
                        cpu));
        beat.put("health", Map.of("score", health, "rdp_listener_ok", true));
        beat.put("sessions", sessionRows());
        beat.put("remote_apps", appRows());
        return beat;
    }

    private List<Map<String, Object>> sessionRows() {
        return IntStream.range(0, sessions.size())
                .<Map<String, Object>>mapToObj(i -> Map.of(
                        "id",
                        i + 2,
                        "user",
                        sessions.get(i).user(),
                        "domain",
                        "CORP",
                        "state",
                        sessions.get(i).state()))
                .toList();
    }

    private List<Map<String, Object>> appRows() {
        return apps.entrySet().stream()
                .<Map<String, Object>>map(app -> Map.of(
                        "resource_id", app.getKey(), "published", true, "path_exists", true, "in_sync", app.getValue()))
                .toList();
    }

    private static <T> List<T> plus(List<T> list, T one) {
        List<T> longer = new ArrayList<>(list);
        longer.add(one);
        return longer;
    }
}
