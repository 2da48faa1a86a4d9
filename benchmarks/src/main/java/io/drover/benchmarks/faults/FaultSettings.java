package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.Promises;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run is like.
 *
 * @param seed what the plan and every choice of users and operators come from
 * @param placements how many answers to placements end the run
 * @param rate placements that begin in a second, at most
 * @param everyMillis time between faults, on average
 * @param within whether the brokers run within this process, which leaves only faults of the database and of hosts
 * @param jar the broker, where it is a process of its own
 * @param rules the folder of the rules
 * @param folder where the run keeps its files
 * @param binaries where PostgreSQL's programs are unpacked, once
 * @param offSeconds how far the second broker's time of day is off when it starts; for a process it takes faketime
 * @param faketime the library that sets a process's time of day; null without it
 */
public record FaultSettings(
        long seed,
        int placements,
        int rate,
        Set<FaultPlan.Kind> kinds,
        Set<Mutation> mutations,
        long everyMillis,
        int brokers,
        int hosts,
        int users,
        boolean within,
        Path jar,
        Path rules,
        Path folder,
        Path binaries,
        long offSeconds,
        @Nullable Path faketime) {

    /** Seconds after which a silent host is offline, in the brokers' configuration. */
    public static final int OFFLINE_SECONDS = 10;

    /** Seconds for which a lease holds. */
    static final int LEASE_SECONDS = 30;

    /** Seconds for which a placement counts as under way. */
    static final int PENDING_SECONDS = 20;

    /** Seconds within which every instance knows what one was told, faults and a busy machine included. */
    static final int SPREAD_SECONDS = 5;

    /** Copies the sets. */
    public FaultSettings {
        kinds = Set.copyOf(kinds);
        mutations = Set.copyOf(mutations);
    }

    /** What is checked. */
    public static Promises promises() {
        return Promises.ofSeconds(OFFLINE_SECONDS, PENDING_SECONDS, SPREAD_SECONDS);
    }
}
