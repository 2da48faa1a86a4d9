package io.drover.connection;

/**
 * Whom a placement sent where: what a report about it is about.
 *
 * @param decisionId the placement
 * @param person the folded user part
 * @param domain the folded domain, empty for a short name
 * @param agentId the host
 * @param leaseRev the rev of the lease that the placement wrote or held on to; 0 when that is not known
 */
public record PlacedUser(String decisionId, String person, String domain, String agentId, long leaseRev) {}
