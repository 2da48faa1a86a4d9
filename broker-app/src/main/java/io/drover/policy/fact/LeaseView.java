package io.drover.policy.fact;

/**
 * The data behind the fact {@link Lease}.
 *
 * @param agentId the host
 * @param farmId the farm's id, empty for the whole fleet
 * @param resourceId the resource's id, empty when one lease serves all
 * @param domain its domain, empty when taken under a short name
 * @param expiresAt seconds since 1970
 * @param expired whether its end is over
 * @param sessionBehind whether a session or an open connection stands behind it
 * @param underWay whether the user is on the way there
 */
public record LeaseView(
        String agentId,
        String farmId,
        String resourceId,
        String domain,
        double expiresAt,
        boolean expired,
        boolean sessionBehind,
        boolean underWay) {}
