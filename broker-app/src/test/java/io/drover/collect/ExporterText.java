package io.drover.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The text of a {@code windows_exporter}, as 0.31 writes it. */
public final class ExporterText {

    private static final List<String> COLLECTORS =
            List.of("cpu", "logical_disk", "memory", "os", "system", "terminal_services");

    private static final List<String> STATES = List.of(
            "active",
            "connect_query",
            "connected",
            "disconnected",
            "down",
            "idle",
            "init",
            "listen",
            "reset",
            "shadow");

    private final Set<String> failed = new TreeSet<>(Set.of("logical_disk"));
    private final List<String> sessions = new ArrayList<>();
    private String version = "0.31.3";
    private String hostname = "rds-01";
    private double idle = 1000;
    private double busy = 100;
    private double free = 12e9;
    private boolean listed = true;
    private double booted = 1_700_000_000.25;

    /** A host with its services, its console and its listener, and nobody on it. */
    public ExporterText() {
        session(0, "services", "", "disconnected");
        session(1, "console", "", "connected");
        session(65_536, "RDP-Tcp", "", "listen");
    }

    public synchronized ExporterText version(String newer) {
        version = newer;
        return this;
    }

    public synchronized ExporterText hostname(String name) {
        hostname = name;
        return this;
    }

    public synchronized ExporterText failing(String... collectors) {
        failed.addAll(List.of(collectors));
        listed = !failed.contains("terminal_services");
        return this;
    }

    /** The sessions are listed, and the collector fails after that, as on a Windows that does not speak English. */
    public synchronized ExporterText withoutCounters() {
        failed.add("terminal_services");
        listed = true;
        return this;
    }

    public synchronized ExporterText working() {
        listed = true;
        failed.clear();
        return this;
    }

    /** Lets time go by on each of the two cores. */
    public synchronized ExporterText later(double idleSeconds, double busySeconds) {
        idle += idleSeconds;
        busy += busySeconds;
        return this;
    }

    /** The counters begin anew. */
    public synchronized ExporterText restarted(double bootTime) {
        idle = 10;
        busy = 5;
        booted = bootTime;
        return this;
    }

    /** Of 16 GB. */
    public synchronized ExporterText free(double bytes) {
        free = bytes;
        return this;
    }

    public synchronized ExporterText session(long id, String station, String user, String state) {
        for (String each : STATES) {
            sessions.add(
                    "windows_terminal_services_session_info{host=\"\",id=\"%d\",session_name=\"%s\",state=\"%s\",user=\"%s\"} %d"
                            .formatted(id, station, each, user.replace("\\", "\\\\"), each.equals(state) ? 1 : 0));
        }
        return this;
    }

    /** Only the last session, twice. */
    public synchronized ExporterText lastSessionTwice() {
        sessions.addAll(List.copyOf(sessions.subList(sessions.size() - STATES.size(), sessions.size())));
        return this;
    }

    public synchronized ExporterText nobody() {
        sessions.subList(3 * STATES.size(), sessions.size()).clear();
        return this;
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder("""
                # HELP windows_os_info Contains full product name & version in labels. Note that "major_version" is \\\\"10\\\\"
                # TYPE windows_os_info gauge
                """);
        line(text, "windows_exporter_build_info{branch=\"HEAD\",goarch=\"amd64\",version=\"%s\"} 1".formatted(version));
        for (String collector : COLLECTORS) {
            line(
                    text,
                    "windows_exporter_collector_success{collector=\"%s\"} %d"
                            .formatted(collector, failed.contains(collector) ? 0 : 1));
            line(text, "windows_exporter_collector_timeout{collector=\"%s\"} 0".formatted(collector));
        }
        for (String core : List.of("0,0", "0,1")) {
            line(text, "windows_cpu_time_total{core=\"%s\",mode=\"dpc\"} 1.5".formatted(core));
            line(text, "windows_cpu_time_total{core=\"%s\",mode=\"idle\"} %s".formatted(core, idle));
            line(text, "windows_cpu_time_total{core=\"%s\",mode=\"interrupt\"} 2.5".formatted(core));
            line(text, "windows_cpu_time_total{core=\"%s\",mode=\"privileged\"} %s".formatted(core, busy / 4));
            line(text, "windows_cpu_time_total{core=\"%s\",mode=\"user\"} %s".formatted(core, busy * 3 / 4));
        }
        line(text, "windows_memory_physical_free_bytes %s".formatted(free));
        line(text, "windows_memory_physical_total_bytes 1.6e+10");
        line(
                text,
                "windows_os_hostname{domain=\"corp.example\",fqdn=\"%1$s.corp.example\",hostname=\"%1$s\"} 1"
                        .formatted(hostname));
        line(text, "windows_os_info{product=\"Microsoft Windows Server 2022 Standard\",version=\"10.0.20348\"} 1");
        line(text, "windows_system_boot_time_timestamp %s".formatted(booted));
        if (listed) {
            sessions.forEach(session -> text.append(session).append('\n'));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }
}
