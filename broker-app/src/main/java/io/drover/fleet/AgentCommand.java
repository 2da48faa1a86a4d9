package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command as an agent is told it. What is empty is left out.
 *
 * @param id 32 hexadecimal digits; the agent acknowledges by it, and does nothing twice
 * @param action {@code message}, {@code disconnect}, {@code logoff} or {@code restart_server}
 * @param sessionId the session it is about, null when it is about the host
 * @param title of a message
 * @param message of a message
 * @param requestedBy the actor's name
 * @param createdAt by the database's clock
 * @param expiresAt after which the agent must not do it any more
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AgentCommand(
        String id,
        String action,
        @Nullable Long sessionId,
        String title,
        String message,
        String requestedBy,
        Instant createdAt,
        Instant expiresAt) {}
