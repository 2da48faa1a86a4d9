package io.drover.benchmarks.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * When what breaks in a run. The same seed, kinds and times give the same plan.
 *
 * @param steps in the order in which they happen
 */
public record FaultPlan(List<Step> steps) {

    /** Copies the list. */
    public FaultPlan {
        steps = List.copyOf(steps);
    }

    /** What breaks. */
    public enum Kind {
        /** A broker is killed and started again. */
        KILL,
        /** A broker stands still for a while. */
        PAUSE,
        /** PostgreSQL crashes and is started again. */
        RESTART,
        /** PostgreSQL crashes for good, and its standby takes over. */
        FAILOVER,
        /** Connections on which brokers hear and tell changes, or write leases, are ended. */
        CONNECTIONS,
        /** A broker's time of day is set. */
        CLOCK,
        /** A host reports nothing for a while. */
        SILENCE;

        /** Whether it happens to a broker as a process. */
        public boolean needsProcess() {
            return this == KILL || this == PAUSE || this == CLOCK;
        }

        /** As it is given on the command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One fault.
     *
     * @param atMillis when, since the load began
     * @param target which broker or host, counted from 0
     * @param amount how long in milliseconds, or how far in seconds
     */
    public record Step(long atMillis, Kind kind, int target, long amount) {

        @Override
        public String toString() {
            return switch (kind) {
                case KILL -> "%6.1f s  kill broker %d and start it again".formatted(at(), target);
                case PAUSE -> "%6.1f s  stop broker %d for %.1f s".formatted(at(), target, amount / 1e3);
                case RESTART -> "%6.1f s  crash PostgreSQL and start it again".formatted(at());
                case FAILOVER -> "%6.1f s  crash PostgreSQL for good, the standby takes over".formatted(at());
                case CONNECTIONS -> "%6.1f s  end the brokers' connections %s".formatted(at(), CONNECTIONS.get(target));
                case CLOCK -> "%6.1f s  set the time of broker %d to %+d s".formatted(at(), target, amount);
                case SILENCE -> "%6.1f s  host %d reports nothing for %.1f s".formatted(at(), target, amount / 1e3);
            };
        }

        private double at() {
            return atMillis / 1e3;
        }
    }

    static final List<String> CONNECTIONS =
            List.of("drover-notifications", "drover-announcer", "drover-leases", "drover-%");

    /**
     * Makes a plan.
     *
     * @param millis how long the load lasts, about
     * @param everyMillis how long it is from the start of one fault to that of the next, on average
     * @param offlineMillis after which silence a host is offline
     */
    public static FaultPlan of(
            long seed, Set<Kind> kinds, long millis, long everyMillis, int brokers, int hosts, long offlineMillis) {
        Random random = new Random(seed);
        List<Kind> from = List.copyOf(new TreeSet<>(kinds));
        List<Step> steps = new ArrayList<>();
        long at = everyMillis / 2;
        while (!from.isEmpty() && at < millis) {
            Kind kind = from.get(random.nextInt(from.size()));
            int target = random.nextInt(
                    switch (kind) {
                        case SILENCE -> hosts;
                        case CONNECTIONS -> CONNECTIONS.size();
                        default -> brokers;
                    });
            steps.add(new Step(at, kind, target, amount(kind, random, offlineMillis)));
            at += everyMillis / 2 + random.nextInt(Math.toIntExact(everyMillis));
        }
        return new FaultPlan(steps);
    }

    private static long amount(Kind kind, Random random, long offlineMillis) {
        return switch (kind) {
            case PAUSE ->
                List.of(500L, 4_000L, offlineMillis + 2_000, 2 * offlineMillis).get(random.nextInt(4));
            case CLOCK -> (random.nextBoolean() ? 1L : -1L) * (1 + random.nextInt(600));
            case SILENCE -> offlineMillis + 4_000;
            default -> 0;
        };
    }
}
