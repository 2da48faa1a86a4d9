package io.drover.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Least sessions with jitter, as Kasm Workspaces documents its load balancing of connection proxies: the best of the
 * sorted list, at least 2 and up to 20 % of the pool, are shuffled and the first one that answers is taken; when none
 * of all answers, the best. Kasm counts in its own database; here the counts are those of the last heartbeat.
 */
final class KasmJitter implements Comparison {

    private static final int AT_LEAST = 2;
    private static final int SHARE = 5;

    @Override
    public String name() {
        return "kasm-jitter";
    }

    @Override
    public Optional<HostReport> pick(Moment moment) {
        List<HostReport> sorted = new ArrayList<>(
                moment.hosts().stream().sorted(LeastSessions.ORDER).toList());
        int best = Math.min(sorted.size(), Math.max(AT_LEAST, sorted.size() / SHARE));
        Collections.shuffle(sorted.subList(0, best), new Random(moment.chance().nextLong()));
        return sorted.stream()
                .filter(host -> moment.answers().test(host.id()))
                .findFirst()
                .or(() -> sorted.stream().findFirst());
    }
}
