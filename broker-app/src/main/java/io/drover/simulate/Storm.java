package io.drover.simulate;

import io.drover.policy.PlacementSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many logons within a short time, and the fleet that they meet.
 *
 * @param name what it shows
 * @param file where it is written, empty for one that was made of options
 * @param seeds what chance is drawn from, one run each; at least one
 * @param hosts the fleet, in the order of their ids; at least one, at most {@value #MOST_HOSTS}
 * @param strategy the strategy of the farm that they make up
 * @param jitter whether the farm picks among the best few
 * @param arrivals when users come
 * @param visibleAfter how long a logon takes, until the host has the session
 * @param stay how long a session is there, null for longer than the storm
 * @param heartbeats when hosts report
 * @param retryAfter when a user asks again who was refused, failed to connect or lost the session
 * @param outages hosts that fail meanwhile
 * @param settings what the broker is set to
 * @param goals what the rules must reach
 */
public record Storm(
        String name,
        String file,
        List<Long> seeds,
        List<StormHost> hosts,
        String strategy,
        boolean jitter,
        Arrivals arrivals,
        Span visibleAfter,
        @Nullable Span stay,
        Heartbeats heartbeats,
        Duration retryAfter,
        List<Outage> outages,
        PlacementSettings settings,
        List<Goal> goals) {

    /** More would take hours. */
    public static final int MOST_HOSTS = 2_000;

    /** No time in it is longer. */
    public static final Duration LONGEST = Duration.ofHours(24);

    public Storm {
        seeds = List.copyOf(seeds);
        hosts = List.copyOf(hosts);
        outages = List.copyOf(outages);
        goals = List.copyOf(goals);
    }

    /**
     * When users come.
     *
     * @param number how many, from 1 to {@value #MOST}
     * @param perSecond how many a second, above 0
     * @param atRandom whether each comes at a time of its own, as in a Poisson process; else they come evenly
     */
    public record Arrivals(int number, double perSecond, boolean atRandom) {
        /** More would take hours. */
        public static final int MOST = 20_000;

        /** Faster is at once. */
        public static final int MOST_PER_SECOND = 100_000;
    }

    /**
     * When hosts report.
     *
     * @param every the time between two heartbeats of a host, above 0
     * @param together whether all report at the same moments; else each at its own, by the seed
     */
    public record Heartbeats(Duration every, boolean together) {}

    /**
     * A host that fails: its sessions are lost, nobody can connect and nothing is reported.
     *
     * @param host its id
     * @param at when, from the start
     * @param backAfter how long it is away, null for the rest of the storm
     */
    public record Outage(String host, Duration at, @Nullable Duration backAfter) {}

    /** The same with other seeds. */
    public Storm withSeeds(List<Long> others) {
        return new Storm(
                name,
                file,
                others,
                hosts,
                strategy,
                jitter,
                arrivals,
                visibleAfter,
                stay,
                heartbeats,
                retryAfter,
                outages,
                settings,
                goals);
    }
}
