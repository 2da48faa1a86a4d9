package io.drover.health;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether leases can be made durable, or users are placed without. */
public final class DatabaseCheck implements ReadinessCheck {

    private final Supplier<Optional<String>> problem;
    private final Supplier<Optional<Instant>> degradedUntil;

    /**
     * A check.
     *
     * @param problem why the database cannot be used; may ask it
     * @param degradedUntil until when users are placed without it, while they are
     */
    public DatabaseCheck(Supplier<Optional<String>> problem, Supplier<Optional<Instant>> degradedUntil) {
        this.problem = problem;
        this.degradedUntil = degradedUntil;
    }

    @Override
    public String name() {
        return "database";
    }

    @Override
    public Optional<String> problem() {
        return degradedUntil.get().isPresent()
                ? Optional.empty()
                : problem.get().map(detail -> "cannot be used, see the broker's log");
    }

    @Override
    public Optional<String> note() {
        return degradedUntil.get().map(until -> "away, placements are provisional until " + until);
    }
}
