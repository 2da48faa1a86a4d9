package io.drover.simulate;

import java.util.Comparator;
import java.util.Optional;

/**
 * The highest score on what the hosts last reported, without counting who is under way: {@code health * 10 - active *
 * 20 - disconnected * 5 - cpu * 2 - memory}, lowest id first. The formula is the one that the shipped rules began with,
 * to its letter; see "Score" in {@code docs/explanation/placement.md}.
 */
final class SeedFormula implements Comparison {

    @Override
    public String name() {
        return "formula-only";
    }

    @Override
    public Optional<HostReport> pick(Moment moment) {
        return moment.hosts().stream()
                .min(Comparator.comparingDouble(SeedFormula::penalty).thenComparing(HostReport::id));
    }

    private static double penalty(HostReport host) {
        return -(10.0 * host.healthScore()
                - 20.0 * host.activeSessions()
                - 5.0 * host.disconnected()
                - 2.0 * host.cpuPercent()
                - host.memoryUsedPercent());
    }
}
