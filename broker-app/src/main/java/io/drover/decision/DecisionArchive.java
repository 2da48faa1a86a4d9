package io.drover.decision;

import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDao.VerdictRow;
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
    void addVerdicts(Instant epoch, List<VerdictRow> verdicts);

    /** Adds decisions. */
    void addDecisions(List<DecisionRow> decisions);
}
