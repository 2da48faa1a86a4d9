package io.drover.decision;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of an engine's life that is recorded from every host's verdict on. The engine's thread adds stretches, the
 * writer takes them; what is given up makes every later decision of the epoch one without hosts. Safe for use by many
 * threads.
 */
final class Epoch {

    private final Instant begun;
    private final String revision;
    private final RuleNames rules;
    private final Deque<Stretch> waiting = new ArrayDeque<>();
    private long weight;
    private @Nullable Instant key;
    private long lostFrom = Long.MAX_VALUE;

    /**
     * @param begun when it begins
     * @param revision the rules' revision
     * @param rules the rules of that revision
     */
    Epoch(Instant begun, String revision, RuleNames rules) {
        this.begun = begun.truncatedTo(ChronoUnit.MICROS);
        this.revision = revision;
        this.rules = rules;
    }

    Instant begun() {
        return begun;
    }

    String revision() {
        return revision;
    }

    RuleNames rules() {
        return rules;
    }

    synchronized void add(Stretch stretch) {
        waiting.add(stretch);
        weight += stretch.weight();
    }

    /** How many verdicts wait to be written. */
    synchronized long weight() {
        return weight;
    }

    /** Whether any verdict was given up. */
    synchronized boolean isTorn() {
        return lostFrom < Long.MAX_VALUE;
    }

    /** Gives up all that waits. */
    synchronized void tear() {
        Stretch first = waiting.peekFirst();
        if (first != null) {
            tearFrom(first.version());
        }
    }

    /** Gives up every decision from this version on. */
    synchronized void tearFrom(long version) {
        lostFrom = Math.min(lostFrom, version);
        waiting.clear();
        weight = 0;
    }

    /** The stretches that a decision of this version needs and that are not done yet, the oldest first. */
    synchronized List<Stretch> upTo(long version) {
        return waiting.stream().takeWhile(one -> one.version() <= version).toList();
    }

    /** Everything up to this version is written. */
    synchronized void done(long version) {
        for (Stretch first = waiting.peekFirst();
                first != null && first.version() <= version;
                first = waiting.peekFirst()) {
            waiting.removeFirst();
            weight -= first.weight();
        }
    }

    /** Whether all that a decision of this version saw was written, once no stretch waits for it. */
    synchronized boolean tells(long version) {
        return version < lostFrom;
    }

    /** Its key in the database, null until it is there. */
    synchronized @Nullable Instant key() {
        return key;
    }

    synchronized void key(Instant stored) {
        key = stored;
    }
}
