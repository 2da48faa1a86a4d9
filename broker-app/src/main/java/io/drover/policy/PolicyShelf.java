package io.drover.policy;

import io.drover.control.Actor;
import java.util.Optional;

/**
 * Where rules that served are kept for all instances, with the rollbacks that hold. Safe for use by many threads.
 *
 * <p>While the shelf cannot be reached, nothing is kept as far as {@link #latest}, {@link #before} and {@link #find}
 * are concerned, and what is to be kept waits.
 */
public interface PolicyShelf {

    /** A rollback that holds: where the folder has one revision, another decides. */
    record Hold(RuleSource instead, Actor by) {}

    /** Rules serve from now on; they are no longer withdrawn. */
    void keep(RuleSource source, Actor by);

    /** The rules that were put into service last, by any instance, and that nobody withdrew. */
    Optional<RuleSource> latest();

    /** The rules that were put into service last, other than these, and that nobody withdrew. */
    Optional<RuleSource> before(String revision);

    /** The rules of a revision. */
    Optional<RuleSource> find(String revision);

    /**
     * The rollback that holds where the folder has that revision.
     *
     * @throws RuntimeException when it cannot be read
     */
    Optional<Hold> holdOn(String folderRevision);

    /**
     * Withdraws a revision: where the folder has that one or another, a third decides from now on.
     *
     * @param folderRevision what the folder has
     * @param active what decided until now
     * @throws RuntimeException when it cannot be kept; nothing is withdrawn then
     */
    void hold(String folderRevision, String active, RuleSource instead, Actor by);

    /** No rollback holds on that revision any more. */
    void release(String folderRevision);
}
