package io.drover.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads what processes have used from {@code /proc}; Linux only. */
final class CpuMeter {

    private static final Path PROC = Path.of("/proc");

    /** USER_HZ, which is 100 on every Linux that Java runs on. */
    private static final double TICKS = 100;

    private static final int STATE = 0;
    private static final int USER_TIME = STATE + 11;
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int COUNTED = 8;

    private final long broker;
    private final long postmaster;

    /**
     * @param broker its process id
     * @param postmaster the id of the server's first process
     */
    CpuMeter(long broker, long postmaster) {
        this.broker = broker;
        this.postmaster = postmaster;
    }

    CpuSeconds read() {
        double own = used(ProcessHandle.current().pid(), true);
        double server = used(postmaster, true)
                + ProcessHandle.of(postmaster).stream()
                        .flatMap(ProcessHandle::children)
                        .mapToDouble(child -> used(child.pid(), false))
                        .sum();
        return new CpuSeconds(used(broker, false), server, own, machine());
    }

    private static double used(long pid, boolean withEndedChildren) {
        try {
            return ofProcess(Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat")), withEndedChildren);
        } catch (IOException e) {
            return 0; // it has ended since, and now counts with its parent
        }
    }

    /** From the line of a process: its time, and that of its children that have ended. */
    static double ofProcess(String stat, boolean withEndedChildren) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int i = USER_TIME; i < USER_TIME + (withEndedChildren ? 4 : 2); i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks / TICKS;
    }

    private static double machine() {
        try {
            List<String> lines = Files.readAllLines(PROC.resolve("stat"));
            return ofMachine(lines.get(0));
        } catch (IOException e) {
            throw new UncheckedIOException("/proc/stat cannot be read", e);
        }
    }

    /** From the first line of the machine: all that was not idle. */
    static double ofMachine(String line) {
        long[] ticks = Arrays.stream(line.substring("cpu".length()).strip().split(" "))
                .limit(COUNTED)
                .mapToLong(Long::parseLong)
                .toArray();
        return (Arrays.stream(ticks).sum() - ticks[IDLE] - ticks[WAITING]) / TICKS;
    }
}
