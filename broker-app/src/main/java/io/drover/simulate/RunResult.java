package io.drover.simulate;

import java.util.List;

/**
 * What came of one storm, balanced in one way, with one seed.
 *
 * @param policy who balanced
 * @param ruled whether that was a folder of rules
 * @param seed what chance was drawn from
 * @param hosts the hosts at the end
 * @param worstSpread the largest minus the smallest number of users for each 100 of weight, at the worst moment
 * @param spreadAtEnd the same at the end
 * @param refused how often there was no host
 * @param failed how often a user was sent to a host that was down
 * @param course how it went
 */
public record RunResult(
        String policy,
        boolean ruled,
        long seed,
        List<HostResult> hosts,
        double worstSpread,
        double spreadAtEnd,
        int refused,
        int failed,
        Course course) {
    public RunResult {
        hosts = List.copyOf(hosts);
    }

    /** Whether anybody was sent to a host that was up. */
    public boolean placedAnybody() {
        return hosts.stream().anyMatch(host -> host.placed() > 0);
    }
}
