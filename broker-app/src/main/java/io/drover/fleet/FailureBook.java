package io.drover.fleet;

import io.drover.policy.PlacementSettings;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Where connections of a person failed a moment ago. Not safe for use by several threads at once. */
final class FailureBook {

    private final Map<String, Map<String, Instant>> byPerson = new HashMap<>();

    void add(String person, String agentId, Instant at) {
        byPerson.computeIfAbsent(person, k -> new HashMap<>(2)).merge(agentId, at, (a, b) -> a.isAfter(b) ? a : b);
    }

    Set<String> agentsFor(String person, Instant now) {
        Map<String, Instant> failed = byPerson.get(person);
        if (failed == null) {
            return Set.of();
        }
        failed.values().removeIf(at -> !now.isBefore(at.plus(PlacementSettings.FAILURE_COUNTS)));
        if (failed.isEmpty()) {
            byPerson.remove(person);
        }
        return Set.copyOf(failed.keySet());
    }
}
