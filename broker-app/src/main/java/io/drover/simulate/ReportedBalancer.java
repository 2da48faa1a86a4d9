package io.drover.simulate;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Balances in another way than by rules, on the last heartbeat of every host that is online and well. */
final class ReportedBalancer implements Balancer {

    private final Comparison comparison;
    private final Storm storm;
    private final Predicate<String> answers;
    private final RandomGenerator chance;
    private final SortedMap<String, HostReport> last = new TreeMap<>();

    /** @param answers whether a host answers now */
    ReportedBalancer(Comparison comparison, Storm storm, Predicate<String> answers, RandomGenerator chance) {
        this.comparison = comparison;
        this.storm = storm;
        this.answers = answers;
        this.chance = chance;
    }

    @Override
    public void heard(HostReport report) {
        last.put(report.id(), report);
    }

    @Override
    public Optional<String> place(String user, Set<String> failed, Instant now) {
        Instant oldest = now.minus(storm.settings().offlineAfter());
        List<HostReport> eligible = last.values().stream()
                .filter(host -> host.at().isAfter(oldest))
                .filter(host -> host.healthScore() >= storm.settings().minHealthScore())
                .toList();
        return comparison.pick(new Comparison.Moment(eligible, answers, chance)).map(HostReport::id);
    }

    @Override
    public void failed(String user, Instant now) {
        // None of them hears what became of a connection.
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
