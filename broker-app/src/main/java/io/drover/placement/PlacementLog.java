package io.drover.placement;

/** Hears of every placement. It must neither block nor throw. */
public interface PlacementLog {

    /** Keeps a placement, or drops it when it cannot keep up. */
    void record(PlacementRecord placement);
}
