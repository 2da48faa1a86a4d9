package io.drover.placement;

/** Hears of every placement. It must neither block nor throw. */
public interface PlacementLog {

    /** Keeps a placement, or drops it when it cannot keep up. */
    void record(PlacementRecord placement);

    /** One that tells this and then another. */
    default PlacementLog and(PlacementLog other) {
        return placement -> {
            record(placement);
            other.record(placement);
        };
    }
}
