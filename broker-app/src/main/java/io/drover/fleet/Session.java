package io.drover.fleet;

import io.drover.identity.UserName;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A user's session on a host, as a heartbeat reported it. Rows of the system (session 0, console, listeners, rows
 * without a user) never become one.
 *
 * @param id the host's own number of the session
 * @param user whose it is
 * @param state trimmed and in lower case: {@code active}, {@code connected}, {@code disconnected}, or any other word
 * @param logonAt when the user logged on, null when unknown
 * @param idleSeconds since when the user did nothing, null when unknown
 */
public record Session(
        long id,
        UserName user,
        String state,
        @Nullable Instant logonAt,
        @Nullable Long idleSeconds) {

    /** A session of which it is not known how long the user did nothing. */
    public Session(long id, UserName user, String state, @Nullable Instant logonAt) {
        this(id, user, state, logonAt, null);
    }

    /** Whether it is equal but for the idle time, which is told to people from the database and decides nothing. */
    boolean isLike(Session other) {
        return id == other.id
                && user.equals(other.user)
                && state.equals(other.state)
                && Objects.equals(logonAt, other.logonAt);
    }
}
