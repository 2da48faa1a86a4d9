package io.drover.probe;

import io.drover.fleet.ProbeState;
import java.util.Map;

/**
 * What was probed since the start.
 *
 * @param byFinding ended probes by what they found; every finding is there, also at nought
 * @param underWay probes that have not ended
 * @param overdue hosts whose probe waits for a free thread, longer than it should
 */
public record ProbeCounts(Map<ProbeState, Long> byFinding, int underWay, int overdue) {

    public ProbeCounts {
        byFinding = Map.copyOf(byFinding);
    }
}
