package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.PlacementSettings;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where connections of a person failed a moment ago. What no longer counts is forgotten when the next one fails. Not
 * safe for use by several threads at once.
 */
final class FailureBook {

    private final Domains domains;
    private final Map<String, List<Failed>> byPerson = new HashMap<>();
    private final Queue<Failed> oldestFirst = new ArrayDeque<>();

    FailureBook(Domains domains) {
        this.domains = domains;
    }

    private record Failed(UserName user, String agentId, Instant at) {

        boolean counts(Instant now) {
            return now.isBefore(at.plus(PlacementSettings.FAILURE_COUNTS));
        }
    }

    void add(UserName user, String agentId, Instant at) {
        Failed failed = new Failed(user, agentId, at);
        byPerson.computeIfAbsent(user.user(), any -> new ArrayList<>(1)).add(failed);
        oldestFirst.add(failed);
        forgetBefore(at);
    }

    private void forgetBefore(Instant now) {
        for (Failed oldest = oldestFirst.peek(); oldest != null && !oldest.counts(now); oldest = oldestFirst.peek()) {
            oldestFirst.remove();
            forget(oldest);
        }
    }

    private void forget(Failed failed) {
        byPerson.computeIfPresent(failed.user().user(), (any, of) -> {
            of.remove(failed);
            return of.isEmpty() ? null : of;
        });
    }

    /** The hosts where a connection of somebody who may be this user failed. */
    Set<String> agentsFor(UserName user, Instant now) {
        return byPerson.getOrDefault(user.user(), List.of()).stream()
                .filter(one -> one.counts(now))
                .filter(one -> domains.mayBeSame(one.user().domain(), user.domain()))
                .map(Failed::agentId)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** How many failures are kept. */
    int size() {
        return oldestFirst.size();
    }
}
