package io.drover.degraded;

/**
 * A provisional lease that was given up when the database was back: the user is on another host, or comes back to one
 * that an operator closed.
 *
 * @param outcome {@code conflicting} or {@code closed}
 * @param agentId the host that the user had been sent to
 * @param decisionId the last decision that led there by this lease; empty when it is not known
 */
public record GivenUp(String outcome, String agentId, String decisionId) {}
