package io.drover.decision;

import java.time.Instant;
import java.util.List;

/**
 * Where decisions and verdicts are written. Every method may be repeated: what is there already stays. Each throws
 * {@link RefusedRowsException} when the rows can never be written, and any other exception when it is worth another
 * try.
 */
interface DecisionArchive {

    /**
     * Begins an epoch at this moment, or the first one after it at which none has begun yet.
     *
     * @param rules the rules by id, as JSON
     * @return when it begins
     */
    Instant begin(Instant moment, String instance, String revision, String rules);

    /** Adds verdicts of an epoch. */
    void addVerdicts(Instant epoch, List<Row> verdicts);

    /** Adds decisions. */
    void addDecisions(List<Row> decisions);

    /**
     * A row as a JSON object of its columns.
     *
     * @param at where it belongs in time
     */
    record Row(Instant at, String json) {}
}
