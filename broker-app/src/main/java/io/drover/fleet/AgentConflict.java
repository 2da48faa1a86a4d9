package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Two machines that report under one agent id: usually one is a clone of the other.
 *
 * @param seenAt when both were noticed last
 * @param bootId the boot whose heartbeats count
 * @param otherBootId the boot whose heartbeats are refused
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentConflict(
        Instant seenAt, @Nullable String bootId, @Nullable String otherBootId) {}
