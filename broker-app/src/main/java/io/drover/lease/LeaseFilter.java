package io.drover.lease;

import org.jspecify.annotations.Nullable;

/**
 * Which leases to list; null is any.
 *
 * @param person the folded user part
 * @param domain the folded domain; empty for leases taken under a short name
 * @param agentId the host
 * @param farm the farm's id; empty for leases on the whole fleet
 */
public record LeaseFilter(
        @Nullable String person,
        @Nullable String domain,
        @Nullable String agentId,
        @Nullable String farm) {}
