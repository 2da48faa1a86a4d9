package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.PlacementSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Where connections of a person failed a moment ago. Not safe for use by several threads at once. */
final class FailureBook {

    private final Domains domains;
    private final Map<String, List<Failed>> byPerson = new HashMap<>();

    FailureBook(Domains domains) {
        this.domains = domains;
    }

    private record Failed(String domain, String agentId, Instant at) {

        boolean counts(Instant now) {
            return now.isBefore(at.plus(PlacementSettings.FAILURE_COUNTS));
        }
    }

    void add(UserName user, String agentId, Instant at) {
        byPerson.computeIfAbsent(user.user(), any -> new ArrayList<>(1)).add(new Failed(user.domain(), agentId, at));
    }

    /** The hosts where a connection of somebody who may be this user failed. */
    Set<String> agentsFor(UserName user, Instant now) {
        List<Failed> failed = byPerson.get(user.user());
        if (failed == null) {
            return Set.of();
        }
        failed.removeIf(one -> !one.counts(now));
        if (failed.isEmpty()) {
            byPerson.remove(user.user());
        }
        return failed.stream()
                .filter(one -> domains.mayBeSame(one.domain(), user.domain()))
                .map(Failed::agentId)
                .collect(Collectors.toUnmodifiableSet());
    }
}
