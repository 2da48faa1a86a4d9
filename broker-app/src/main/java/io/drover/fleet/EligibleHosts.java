package io.drover.fleet;

import java.util.List;

/** Knows which hosts take new sessions at present. */
@FunctionalInterface
public interface EligibleHosts {

    /** Ids of the farms that would have no host for new sessions any more without this one; empty when it is none. */
    List<String> farmsThatNeed(String agentId);
}
