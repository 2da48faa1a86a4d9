package io.drover.policy;

/** Names the fleet as it was judged for one decision, to the listener that made the mark. */
public interface FleetMark {

    /** The mark of a decision whose verdicts nobody heard. */
    FleetMark NONE = new FleetMark() {
        @Override
        public String toString() {
            return "no mark";
        }
    };
}
