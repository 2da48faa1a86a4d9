package io.drover.simulate;

import org.jspecify.annotations.Nullable;

/**
 * A host at the end of a storm.
 *
 * @param id its id
 * @param weight percent of an ordinary host
 * @param maxConcurrentLogons its own limit, null for none
 * @param users sessions and logons there
 * @param placed how often a user was sent there, while it was up
 * @param worstLogons the most logons at once
 * @param up whether it is there
 */
public record HostResult(
        String id,
        int weight,
        @Nullable Integer maxConcurrentLogons,
        int users,
        int placed,
        int worstLogons,
        boolean up) {
    int overLimit() {
        return maxConcurrentLogons == null ? 0 : Math.max(0, worstLogons - maxConcurrentLogons);
    }
}
