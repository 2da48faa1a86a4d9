package io.drover.decision;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision as the database has it.
 *
 * @param record the decision, without a mark
 * @param instance the broker instance that decided
 * @param epoch the epoch whose verdicts it was made on, null when the hosts were not recorded
 * @param version the version of the fleet within the epoch
 */
record StoredDecision(
        DecisionRecord record, String instance, @Nullable Instant epoch, long version) {}
