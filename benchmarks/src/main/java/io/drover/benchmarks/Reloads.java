package io.drover.benchmarks;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Reloads the shipped rules two hundred times, each time another revision that judges a thousand hosts and decides, and
 * prints what is left in memory and how long a reload took.
 */
public final class Reloads {

    private static final int RELOADS = 200;
    private static final int REPORT_EVERY = 25;
    private static final int HOSTS = 1000;
    private static final double MEBIBYTE = 1 << 20;

    private final RuleLoader loader = new RuleLoader(false);
    private final RandomFleet fleet = RandomFleet.of(HOSTS, 1);
    private final RuleSource shipped = RuleSource.read(Path.of(System.getProperty("drover.rules", "rules")));

    private Reloads() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws BrokenRulesException {
        Reloads reloads = new Reloads();
        System.out.println("| reloads | heap, MiB | metaspace, MiB | classes | check and compile, ms | judge, ms |");
        System.out.println("|---|---|---|---|---|---|");
        for (int i = 1; i <= RELOADS; i++) {
            reloads.reload(i);
        }
    }

    private void reload(int number) throws BrokenRulesException {
        long started = System.nanoTime();
        CompiledRules rules = loader.load(revision(number));
        long compiled = System.nanoTime();
        try (rules;
                LivingEngine engine = new LivingEngine(rules, String::equals, VerdictListener.NONE)) {
            fleet.tell(engine);
            engine.settle();
            long judged = System.nanoTime();
            fleet.questions().forEach(engine::decide);
            if (number % REPORT_EVERY == 0) {
                report(number, compiled - started, judged - compiled);
            }
        }
    }

    private RuleSource revision(int number) {
        SortedMap<String, String> files = new TreeMap<>(shipped.files());
        files.replaceAll((name, text) -> text + "\n// " + number + "\n");
        return new RuleSource(files);
    }

    private static void report(int number, long compile, long judge) {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long metaspace = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .mapToLong(Reloads::used)
                .sum();
        System.out.printf(
                Locale.ROOT,
                "| %d | %.1f | %.1f | %d | %d | %d |%n",
                number,
                heap / MEBIBYTE,
                metaspace / MEBIBYTE,
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                TimeUnit.NANOSECONDS.toMillis(compile),
                TimeUnit.NANOSECONDS.toMillis(judge));
    }

    private static long used(MemoryPoolMXBean pool) {
        return pool.getUsage().getUsed();
    }
}
