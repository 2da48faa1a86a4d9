package io.drover.simulate;

import java.util.List;
import java.util.Optional;

/**
 * Of two hosts drawn at random the one with fewer sessions on what they last reported, the first one when equal: the
 * "power of two choices" (Azar, Broder, Karlin, Upfal: Balanced Allocations, 1994; Mitzenmacher, 1996), which is known
 * to stand stale data better than the best of all does.
 */
final class TwoChoices implements Comparison {

    @Override
    public String name() {
        return "two-choices";
    }

    @Override
    public Optional<HostReport> pick(Moment moment) {
        List<HostReport> hosts = moment.hosts();
        if (hosts.size() < 2) {
            return hosts.stream().findFirst();
        }
        int first = moment.chance().nextInt(hosts.size());
        int second = moment.chance().nextInt(hosts.size() - 1);
        HostReport one = hosts.get(first);
        HostReport other = hosts.get(second < first ? second : second + 1);
        return Optional.of(other.sessions() < one.sessions() ? other : one);
    }
}
