package io.drover.fleet;

import java.util.Map;
import java.util.Set;

/** Knows which hosts take new sessions at present. */
@FunctionalInterface
public interface EligibleHosts {

    /**
     * The farms that the host serves at present, by id, each with the ids of the other hosts that do; empty when it
     * takes no new sessions anyway.
     */
    Map<String, Set<String>> besides(String agentId);
}
