package io.drover.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command as operators see it.
 *
 * @param id 32 hexadecimal digits
 * @param agentId whose it is
 * @param action {@code message}, {@code disconnect}, {@code logoff} or {@code restart_server}
 * @param sessionId the session it is about, null when it is about the host
 * @param requestedBy the actor's name
 * @param state {@code waiting}, {@code done}, {@code failed}, {@code expired} or {@code cancelled}
 * @param createdAt when it was queued
 * @param expiresAt after which it is not told any more
 * @param deliveredAt when the agent was told it first, null when it was not yet
 * @param finishedAt when it stopped waiting, null while it waits
 * @param error why it failed, as the agent says
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Command(
        String id,
        String agentId,
        String action,
        @Nullable Long sessionId,
        String requestedBy,
        String state,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant deliveredAt,
        @Nullable Instant finishedAt,
        @Nullable String error) {}
