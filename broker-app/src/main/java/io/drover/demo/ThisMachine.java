package io.drover.demo;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;
import oshi.software.os.OSSession;
import oshi.software.os.OperatingSystem;

/** The machine that the demo runs on, as its own agent would report it. For one thread at a time. */
final class ThisMachine {

    private static final int HEALTHY = 100;

    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final OperatingSystem system;
    private final String name;
    private long[] ticks;

    ThisMachine() {
        SystemInfo info = new SystemInfo();
        processor = info.getHardware().getProcessor();
        memory = info.getHardware().getMemory();
        system = info.getOperatingSystem();
        name = system.getNetworkParams().getHostName();
        ticks = processor.getSystemCpuLoadTicks();
    }

    /** Its host name; a stand-in when it has none that the broker would take. */
    String name() {
        return name.matches("[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?") ? name : "this-machine";
    }

    /** Its operating system. */
    String system() {
        return system.getFamily() + " " + system.getVersionInfo().getVersion();
    }

    /** What it says of itself; the processor's load is that since the last time. */
    Map<String, Object> heartbeat() {
        Map<String, Object> beat = new LinkedHashMap<>();
        beat.put("protocol_version", 4);
        beat.put(
                "server",
                Map.of(
                        "hostname",
                        name(),
                        "os",
                        system.getFamily(),
                        "version",
                        String.valueOf(system.getVersionInfo()),
                        "uptime_seconds",
                        system.getSystemUptime(),
                        "memory_total",
                        memory.getTotal(),
                        "memory_available",
                        memory.getAvailable(),
                        "cpu_percent",
                        cpuPercent()));
        beat.put("health", Map.of("score", HEALTHY));
        beat.put("sessions", sessions());
        return beat;
    }

    private double cpuPercent() {
        long[] before = ticks;
        double load = processor.getSystemCpuLoadBetweenTicks(before);
        ticks = processor.getSystemCpuLoadTicks();
        return 100 * load;
    }

    private List<Map<String, Object>> sessions() {
        List<OSSession> logons = system.getSessions();
        return IntStream.range(0, logons.size())
                .mapToObj(i -> row(i + 1, logons.get(i)))
                .toList();
    }

    private static Map<String, Object> row(int id, OSSession logon) {
        return Map.of(
                "id",
                id,
                "user",
                logon.getUserName(),
                "state",
                SimulatedHost.Logon.ACTIVE,
                "logon_at",
                Instant.ofEpochMilli(logon.getLoginTime()).toString());
    }
}
