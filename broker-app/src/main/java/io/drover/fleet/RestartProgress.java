package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the restart of a draining host is.
 *
 * @param state {@code queued}, {@code delivered}, {@code acknowledged}, {@code failed} or {@code expired}
 * @param commandId the command of this attempt
 * @param attempt 1 for the first
 * @param beganAt when the first command was queued
 * @param retryAt when another command follows, should the host not have booted
 * @param error why the agent could not, as it says
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RestartProgress(
        String state,
        String commandId,
        int attempt,
        Instant beganAt,
        Instant retryAt,
        @Nullable String error) {}
