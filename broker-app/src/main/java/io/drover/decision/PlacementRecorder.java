package io.drover.decision;

import io.drover.fleet.Attempt;
import io.drover.lease.Lease;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementLog;
import io.drover.placement.PlacementRecord;
import io.drover.placement.PlacementRequest;
import io.drover.policy.Decision;
import io.drover.policy.PlacementSettings;
import java.util.concurrent.TimeUnit;

/** Makes a decision record of every placement. Safe for use by many threads. */
public final class PlacementRecorder implements PlacementLog {

    private final DecisionSink sink;
    private final RecordedSettings settings;

    /** @param settings what the rules read, for as long as the service runs */
    public PlacementRecorder(DecisionSink sink, PlacementSettings settings) {
        this.sink = sink;
        this.settings = RecordedSettings.of(settings);
    }

    @Override
    public void record(PlacementRecord placement) {
        Attempt attempt = placement.attempt();
        sink.offer(new DecisionRecord(
                placement.decisionId(),
                placement.at(),
                asked(placement.request()),
                placement.user(),
                attempt == null ? null : attempt.question(),
                attempt == null ? null : attempt.decision(),
                outcome(placement),
                settings,
                Math.max(1, placement.tries()),
                new DecisionRecord.Timings(
                        micros(placement.decideNanos()),
                        micros(placement.commitNanos()),
                        micros(placement.totalNanos()))));
    }

    private static long micros(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos);
    }

    private static DecisionRecord.Outcome outcome(PlacementRecord placement) {
        if (placement.answer() instanceof PlacementDecision.Placed placed) {
            Lease lease = placement.lease();
            return new DecisionRecord.Placed(
                    lease == null ? null : lease.rev(), placed.leaseExpires(), placed.provisional());
        }
        PlacementDecision.Refused refused = (PlacementDecision.Refused) placement.answer();
        Attempt attempt = placement.attempt();
        boolean byPolicy = attempt != null
                && attempt.decision().outcome() instanceof Decision.Refused said
                && said.code().equals(refused.code());
        return byPolicy ? new DecisionRecord.Refused() : new DecisionRecord.Failed(refused.code(), refused.message());
    }

    /** The request as it is recorded. */
    public static AskedRequest asked(PlacementRequest request) {
        return new AskedRequest(
                request.username(),
                request.connectionId(),
                request.connectionName(),
                request.resourceId(),
                request.farmId(),
                request.groups(),
                request.clientAddress(),
                request.nodeId(),
                request.dataSource(),
                request.excludeAgentIds(),
                request.requestId());
    }
}
