package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How empty a host is that takes no new users.
 *
 * @param since when it left the mode online, or went from one other mode to the other
 * @param sessionsLeft users' sessions that it still has
 * @param disconnected those of them that wait for their user
 * @param idle those of them whose user did nothing for ten minutes, as far as the host says
 * @param underWay users who were placed there and are not seen yet
 * @param oldestLogonAt when the longest of the sessions began, null when unknown
 * @param longestIdleSeconds for how long a user did nothing at most, null when unknown
 * @param restart the restart that follows, null when none is under way
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DrainProgress(
        Instant since,
        int sessionsLeft,
        int disconnected,
        int idle,
        int underWay,
        @Nullable Instant oldestLogonAt,
        @Nullable Long longestIdleSeconds,
        @Nullable RestartProgress restart) {

    private static final long IDLE_SECONDS = 600;

    static DrainProgress of(
            Instant since, Collection<Session> sessions, int underWay, @Nullable RestartProgress restart) {
        return new DrainProgress(
                since,
                sessions.size(),
                (int) sessions.stream()
                        .filter(s -> s.state().equals("disconnected"))
                        .count(),
                (int) sessions.stream().filter(DrainProgress::isIdle).count(),
                underWay,
                sessions.stream()
                        .map(Session::logonAt)
                        .filter(Objects::nonNull)
                        .min(Comparator.naturalOrder())
                        .orElse(null),
                sessions.stream()
                        .map(Session::idleSeconds)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                restart);
    }

    private static boolean isIdle(Session session) {
        Long idle = session.idleSeconds();
        return idle != null && idle >= IDLE_SECONDS;
    }
}
