package io.drover.fleet;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * When the clock alone will change what is known of a host: one moment for each. A moment that moves on, as with every
 * heartbeat, costs next to nothing until the former one has come. Not safe for use by several threads at once.
 */
final class Deadlines {

    private final Map<String, Instant> moments = new HashMap<>();
    private final Map<String, Instant> queued = new HashMap<>();
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparing(Due::at));

    private record Due(Instant at, String agentId) {}

    /** From now on this is the host's moment, {@link Instant#MAX} for never. */
    void set(String agentId, Instant moment) {
        if (moment.equals(Instant.MAX)) {
            moments.remove(agentId);
            return;
        }
        moments.put(agentId, moment);
        Instant earliest = queued.get(agentId);
        if (earliest == null || moment.isBefore(earliest)) {
            queue(agentId, moment);
        }
    }

    /** Takes a host whose moment has come, the earliest first; null when there is none. */
    @Nullable
    String poll(Instant now) {
        for (Due due = queue.peek(); due != null && !due.at().isAfter(now); due = queue.peek()) {
            queue.poll();
            String agentId = due.agentId();
            if (queued.remove(agentId, due.at())) {
                Instant moment = moments.get(agentId);
                if (moment != null && !moment.isAfter(now)) {
                    moments.remove(agentId);
                    return agentId;
                }
                if (moment != null) {
                    queue(agentId, moment);
                }
            }
        }
        return null;
    }

    private void queue(String agentId, Instant moment) {
        queue.add(new Due(moment, agentId));
        queued.put(agentId, moment);
    }
}
