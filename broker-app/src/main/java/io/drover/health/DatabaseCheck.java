package io.drover.health;

import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Whether leases can be made durable, or users are placed without. */
public final class DatabaseCheck implements ReadinessCheck {

    private final Supplier<Optional<String>> problem;
    private final Supplier<Optional<Instant>> degradedUntil;
    private final BooleanSupplier writing;

    /**
     * A check.
     *
     * @param problem why the database cannot be used; may ask it
     * @param degradedUntil until when users are placed without it, while they are
     * @param writing whether somebody is there who writes leases; who is gone does not come back
     */
    public DatabaseCheck(
            Supplier<Optional<String>> problem, Supplier<Optional<Instant>> degradedUntil, BooleanSupplier writing) {
        this.problem = problem;
        this.degradedUntil = degradedUntil;
        this.writing = writing;
    }

    @Override
    public String name() {
        return "database";
    }

    @Override
    public Optional<String> problem() {
        if (!writing.getAsBoolean()) {
            return Optional.of("leases are not written any more, restart the broker");
        }
        return degradedUntil.get().isPresent()
                ? Optional.empty()
                : problem.get().map(detail -> "cannot be used, see the broker's log");
    }

    @Override
    public Optional<String> note() {
        return degradedUntil.get().map(until -> "away, placements are provisional until " + until);
    }
}
