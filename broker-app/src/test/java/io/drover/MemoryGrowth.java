package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Whether a long run leaves something behind: what is in use after a full collection, of the heap and of the classes,
 * is at the end at most a little more than after the first tenth. Short runs say nothing of it and are not measured.
 * The broker runs in this process, so that its memory is measured with the test's own. For one thread.
 */
public final class MemoryGrowth {

    private static final int LONG_RUN = 10_000;
    private static final long MIB = 1024 * 1024;
    private static final long LEEWAY = 16 * MIB;

    private final String what;
    private final int inputs;
    private final long begun = System.nanoTime();
    private long afterFirstTenth = -1;

    /**
     * A run that begins now.
     *
     * @param inputs how many it will have
     */
    public MemoryGrowth(String what, int inputs) {
        this.what = what;
        this.inputs = inputs;
    }

    /** To be called now and then with how many inputs were tried so far. */
    public void tried(int soFar) {
        if (inputs >= LONG_RUN && afterFirstTenth < 0 && soFar >= inputs / 10) {
            afterFirstTenth = inUse();
        }
    }

    /**
     * To be called when all is over.
     *
     * @param results what came of the inputs, to be told
     */
    public void end(Object results) {
        if (inputs >= LONG_RUN) {
            long atTheEnd = inUse();
            System.out.printf(
                    Locale.ROOT,
                    "fuzz | %s | %d | %s | %.1f | %.1f | %d s%n",
                    what,
                    inputs,
                    results,
                    mib(afterFirstTenth),
                    mib(atTheEnd),
                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
            assertThat(atTheEnd)
                    .as("bytes in use at the end of %s", what)
                    .isLessThanOrEqualTo(afterFirstTenth + LEEWAY);
        }
    }

    private static double mib(long bytes) {
        return (double) bytes / MIB;
    }

    /** Collects as long as that helps: what a finalizer or a cleaner frees is only gone with the next collection. */
    private static long inUse() {
        long before = Long.MAX_VALUE;
        long now = afterCollection();
        while (now < before - MIB) {
            before = now;
            now = afterCollection();
        }
        return now;
    }

    private static long afterCollection() {
        ManagementFactory.getMemoryMXBean().gc();
        long classes = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + classes;
    }
}
