package io.drover.lease;

/**
 * What a {@link LeaseWriter} has done since it was made.
 *
 * @param batches statements that committed leases
 * @param rows rows in them
 * @param coalesced callers that shared another's row
 * @param released leases ended early
 * @param retries statements sent again after the connection was lost
 * @param connectionsLost connections that failed and were opened anew, or will be
 * @param sqlErrors statements that failed for another cause
 * @param timeouts callers that waited too long
 * @param rejected callers turned away because the queue was full or the writer stopped
 * @param waiting callers waiting now, apart from those in the batch under way
 */
public record LeaseWriterCounts(
        long batches,
        long rows,
        long coalesced,
        long released,
        long retries,
        long connectionsLost,
        long sqlErrors,
        long timeouts,
        long rejected,
        int waiting) {}
