package io.drover.placement;

import io.drover.lease.LeaseRequest.Check;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Brings what an operator changed into the fleet view. */
public interface ControlRefresher {

    /**
     * Loads these agents, farms and resources anew and tells the fleet view. The stage fails with
     * {@link io.drover.lease.StorageUnavailableException} when the database cannot be asked.
     */
    CompletionStage<Void> refresh(List<Check> stale);
}
