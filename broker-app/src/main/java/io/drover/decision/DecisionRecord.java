package io.drover.decision;

import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One decision and what became of it, as the placement hands it over. The hosts are not in it: the decision's mark
 * names them.
 *
 * @param id key of the record, never used twice
 * @param at when it was asked; kept to the microsecond
 * @param request what was asked
 * @param user who asked, folded
 * @param question what was known of the user, null when nothing could be decided
 * @param decision what the policy said last, null when it said nothing
 * @param outcome what became of it
 * @param settings the settings that the rules read
 * @param tries how often was decided, at least 1
 * @param timings how long it took
 */
public record DecisionRecord(
        String id,
        Instant at,
        AskedRequest request,
        UserName user,
        @Nullable Question question,
        @Nullable Decision decision,
        Outcome outcome,
        RecordedSettings settings,
        int tries,
        Timings timings) {

    private static final int BARE_BYTES = 2_000;
    private static final int ROW_BYTES = 150;

    public DecisionRecord {
        at = at.truncatedTo(ChronoUnit.MICROS);
    }

    /** What became of a decision. */
    public sealed interface Outcome {}

    /**
     * The decision holds: a lease was written or confirmed, or given without the database.
     *
     * @param leaseRev the rev of the lease that was written or held on to, null when there is none
     * @param leaseExpires when the lease ends, null when there is none
     * @param provisional whether the database was away, so that the lease was known to this instance alone
     */
    public record Placed(@Nullable Long leaseRev, @Nullable Instant leaseExpires, boolean provisional)
            implements Outcome {

        /** Placed without a lease that is known. */
        static final Placed WITHOUT_LEASE = new Placed(null, null, false);

        public Placed {
            leaseExpires = leaseExpires == null ? null : leaseExpires.truncatedTo(ChronoUnit.MICROS);
        }
    }

    /** The policy refused. */
    public record Refused() implements Outcome {}

    /**
     * Nothing was placed, and the policy is not the reason, or it failed itself.
     *
     * @param code the answer's code, for example {@code storage_unavailable}
     * @param detail one sentence
     */
    public record Failed(String code, String detail) implements Outcome {}

    /**
     * How long it took, in microseconds.
     *
     * @param decideMicros in the policy, all tries together
     * @param commitMicros waiting for the lease to be durable
     * @param totalMicros from the request to the answer
     */
    public record Timings(long decideMicros, long commitMicros, long totalMicros) {}

    /** About how much memory this takes, and about how large its row is. */
    long roughBytes() {
        long bytes = BARE_BYTES;
        for (String group : request.groups()) {
            bytes += group.length() * 3L;
        }
        bytes += (long) ROW_BYTES * request.excludeAgentIds().size();
        if (question != null) {
            bytes += (long) ROW_BYTES
                    * (question.sessions().size()
                            + question.leases().size()
                            + question.failedAgents().size());
        }
        if (decision != null) {
            bytes += (long) ROW_BYTES
                    * (decision.exclusions().size()
                            + decision.terms().size()
                            + decision.waived().size()
                            + decision.rules().size());
        }
        return bytes;
    }
}
