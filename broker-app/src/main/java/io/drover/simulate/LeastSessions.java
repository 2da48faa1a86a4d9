package io.drover.simulate;

import java.util.Comparator;
import java.util.Optional;

/**
 * The fewest sessions on what the hosts last reported, lowest id first. It is how articles describe the RD Connection
 * Broker ("the server that holds the fewest sessions"), without the relative weights that it knows too.
 */
final class LeastSessions implements Comparison {

    static final Comparator<HostReport> ORDER =
            Comparator.comparingInt(HostReport::sessions).thenComparing(HostReport::id);

    @Override
    public String name() {
        return "least-sessions";
    }

    @Override
    public Optional<HostReport> pick(Moment moment) {
        return moment.hosts().stream().min(ORDER);
    }
}
