package io.drover.fleet;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a heartbeat is newer than the last one. Within a boot the number counts, else the order of arrival; a
 * boot that was followed by another never returns, unless two machines report under one id.
 */
public final class HeartbeatOrder {

    /** After such a silence the next heartbeat counts, whatever it says: nothing is under way for so long. */
    public static final Duration SILENCE = Duration.ofMinutes(5);

    /** What to do with a heartbeat. */
    public enum Verdict {
        /** It is the newest. */
        ACCEPT,
        /** It was sent before the last one, or is the last one again. */
        OLDER,
        /** It is of an earlier boot that still goes on: two machines report under one id. */
        CONFLICT
    }

    private HeartbeatOrder() {}

    /**
     * Puts a heartbeat in order.
     *
     * @param history what is remembered of the agent, null when nothing is
     */
    public static Verdict judge(@Nullable HeartbeatHistory history, Heartbeat next) {
        if (history == null
                || next.receivedAt().isAfter(history.last().receivedAt().plus(SILENCE))) {
            return Verdict.ACCEPT;
        }
        HeartbeatHistory.Mark last = history.last();
        if (Objects.equals(last.bootId(), next.bootId())) {
            return withinBoot(last, next) ? Verdict.ACCEPT : Verdict.OLDER;
        }
        if (next.receivedAt().isBefore(last.receivedAt())) {
            return Verdict.OLDER;
        }
        Optional<HeartbeatHistory.Mark> earlier = history.earlier(next.bootId());
        if (earlier.isEmpty()) {
            return Verdict.ACCEPT;
        }
        return isLate(earlier.get(), next) ? Verdict.OLDER : Verdict.CONFLICT;
    }

    private static boolean withinBoot(HeartbeatHistory.Mark last, Heartbeat next) {
        if (last.seq() == null || next.seq() == null) {
            return !next.receivedAt().isBefore(last.receivedAt());
        }
        return next.seq() > last.seq() || restartedSilently(last, next);
    }

    /** Without a boot id, only an uptime that began after the last heartbeat shows that the numbers begin anew. */
    private static boolean restartedSilently(HeartbeatHistory.Mark last, Heartbeat next) {
        if (next.bootId() != null || next.uptimeSeconds() == null) {
            return false;
        }
        Duration elapsed = Duration.between(last.receivedAt(), next.receivedAt());
        return next.uptimeSeconds() <= elapsed.toMillis() / 1000.0;
    }

    private static boolean isLate(HeartbeatHistory.Mark earlier, Heartbeat next) {
        return earlier.seq() != null && next.seq() != null && next.seq() <= earlier.seq();
    }
}
