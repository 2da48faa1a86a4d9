package io.drover.decision;

import io.drover.policy.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * A host's verdict from one version of the fleet on.
 *
 * @param agentId the host
 * @param version the version of the fleet
 * @param verdict what the rules say of it, null when the host is gone
 */
record Judged(String agentId, long version, @Nullable Verdict verdict) {}
