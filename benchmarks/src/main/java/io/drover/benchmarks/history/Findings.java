package io.drover.benchmarks.history;

import java.util.List;

/**
 * What a look at a history came to.
 *
 * @param violations the broken promises, in the order in which they show
 * @param counts how far the counts of placements under way could be judged
 */
public record Findings(List<Violation> violations, Counts counts) {

    /** Copies the list. */
    public Findings {
        violations = List.copyOf(violations);
    }

    /**
     * Counts of placements under way, each of one host by one instance.
     *
     * @param judged how many there are
     * @param telling in how many of them somebody was on the way for sure: had nobody been counted, it would have shown
     * @param surely users who were on the way for sure, over all counts
     * @param possibly users who may have been, those included
     */
    public record Counts(int judged, int telling, long surely, long possibly) {

        @Override
        public String toString() {
            return telling == 0
                    ? "counts not judged: in none of %,d was anybody on the way for sure".formatted(judged)
                    : "counts judged: %,d, in %,d of them somebody was on the way for sure; in all %,d users surely, %,d possibly"
                            .formatted(judged, telling, surely, possibly);
        }
    }
}
