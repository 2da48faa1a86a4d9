package io.drover.fleet;

import io.drover.policy.Health;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.Strategies;
import io.drover.policy.fact.ScrapeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine that decides now, and what one that is to follow has missed while it was judging the fleet. Not safe for
 * use by several threads at once.
 */
final class EngineSeat {

    private @Nullable PolicyEngine engine;
    private @Nullable List<Consumer<PolicyEngine>> missed;
    private @Nullable FleetTap tap;
    private boolean failing;

    /** Lets somebody else hear what the engine is told; null for nobody. */
    void tap(@Nullable FleetTap other) {
        tap = other;
    }

    void decided(Attempt attempt) {
        if (tap != null) {
            tap.decided(attempt);
        }
    }

    void tell(Consumer<PolicyEngine> change) {
        if (tap != null) {
            tap.told(change);
        }
        if (missed != null) {
            missed.add(change);
        }
        if (engine != null) {
            change.accept(engine);
        }
    }

    /** Judges what was told, so that the next decision need not. After a fault, decisions alone try again. */
    void settle() {
        if (engine != null && !failing) {
            try {
                engine.settle();
            } catch (PolicyFailedException e) {
                failing = true;
            }
        }
    }

    /** The engine, for a decision. */
    PolicyEngine engine() {
        PolicyEngine seated = seated();
        failing = false;
        return seated;
    }

    /** Judges a scrape; that says nothing of whether decisions work. */
    Health health(ScrapeView scrape) {
        return seated().health(scrape);
    }

    private PolicyEngine seated() {
        if (engine == null) {
            throw new PolicyFailedException("no rules are loaded", null);
        }
        return engine;
    }

    Optional<String> revision() {
        return Optional.ofNullable(engine).map(PolicyEngine::revision);
    }

    Strategies strategies() {
        return engine == null ? Strategies.UNKNOWN : engine.strategies();
    }

    void beginHandover() {
        missed = new ArrayList<>();
    }

    void endHandover() {
        missed = null;
    }

    /** Lets the next engine catch up and take over. */
    void take(PolicyEngine next) {
        if (missed != null) {
            missed.forEach(change -> change.accept(next));
        }
        next.settle();
        PolicyEngine before = engine;
        engine = next;
        failing = false;
        if (before != null) {
            before.close();
        }
    }
}
