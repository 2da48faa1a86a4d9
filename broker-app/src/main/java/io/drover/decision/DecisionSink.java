package io.drover.decision;

/** Takes decision records. */
@FunctionalInterface
public interface DecisionSink {

    /** Takes a record, or drops one when there are too many. Neither blocks nor throws. */
    void offer(DecisionRecord decision);
}
