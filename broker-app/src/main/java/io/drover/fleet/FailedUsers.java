package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.PlacementSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The users whose connections to one host failed a moment ago. Not safe for use by several threads at once. */
final class FailedUsers {

    private final Domains domains;
    private final List<Failed> failures = new ArrayList<>();

    FailedUsers(Domains domains) {
        this.domains = domains;
    }

    private record Failed(UserName user, Instant at) {

        Instant countsUntil() {
            return at.plus(PlacementSettings.FAILURE_COUNTS);
        }

        /** Until it counts neither itself nor beside a later one. */
        Instant kept() {
            return countsUntil().plus(PlacementSettings.FAILURE_COUNTS);
        }
    }

    void add(UserName user, Instant at) {
        failures.add(new Failed(user, at));
    }

    /**
     * The most users that failed within some 60 seconds that ended less than 60 seconds ago, each counted once in
     * whatever spelling: what three users brought about within a minute holds for a minute from the third one on.
     *
     * @param holds is asked for each moment at which the number may fall, whether it is still to come
     */
    int most(Instant now, Predicate<Instant> holds) {
        failures.removeIf(failed -> !now.isBefore(failed.kept()));
        return failures.stream()
                .filter(last -> holds.test(last.countsUntil()))
                .mapToInt(this::usersUpTo)
                .max()
                .orElse(0);
    }

    private int usersUpTo(Failed last) {
        List<UserName> users = new ArrayList<>();
        for (Failed failed : failures) {
            boolean within = !failed.at().isAfter(last.at()) && last.at().isBefore(failed.countsUntil());
            if (within && users.stream().noneMatch(user -> mayBeSame(user, failed.user()))) {
                users.add(failed.user());
            }
        }
        return users.size();
    }

    private boolean mayBeSame(UserName one, UserName other) {
        return one.user().equals(other.user()) && domains.mayBeSame(one.domain(), other.domain());
    }
}
