package io.drover.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The last thing that a host said of itself, with bad numbers clamped and unknown ones null.
 *
 * @param agentId whose it is
 * @param bootId changes when the host restarts; null when the agent does not send one
 * @param seq counts within a boot; null when the agent does not send one
 * @param receivedAt when the broker received it, by the database's clock; the agent's own clock is never used
 * @param healthScore 0 to 100, null when unknown
 * @param cpuPercent 0 to 100, null when unknown
 * @param memoryUsedPercent 0 to 100, null when unknown
 * @param rdpListenerOk whether the host's RDP listener answers, null when unknown
 * @param maxSessions the host's own session limit, null when it has none
 * @param sessions the users' sessions, one per session id
 * @param remoteApps the managed RemoteApps
 * @param uptimeSeconds seconds since the host booted, null when unknown or above {@link #LONGEST_UPTIME}
 */
public record Heartbeat(
        String agentId,
        @Nullable String bootId,
        @Nullable Long seq,
        Instant receivedAt,
        @Nullable Integer healthScore,
        @Nullable Double cpuPercent,
        @Nullable Double memoryUsedPercent,
        @Nullable Boolean rdpListenerOk,
        @Nullable Integer maxSessions,
        List<Session> sessions,
        List<RemoteAppStatus> remoteApps,
        @Nullable Long uptimeSeconds) {

    /** No host is up for longer; with much more, the moment of its boot cannot be told at all. */
    public static final Duration LONGEST_UPTIME = Duration.ofDays(36_525);

    /** The sessions that are read of one; those beyond are left out. */
    public static final int MOST_SESSIONS = 20_000;

    public Heartbeat {
        uptimeSeconds = uptimeSeconds == null || isUptime(uptimeSeconds) ? uptimeSeconds : null;
        sessions = List.copyOf(sessions);
        remoteApps = List.copyOf(remoteApps);
    }

    /**
     * This heartbeat with the lists of the one before where they say the same, idle times aside: what lives until the
     * next heartbeat is then what changed.
     */
    Heartbeat sharing(@Nullable Heartbeat before) {
        return before == null
                ? this
                : new Heartbeat(
                        agentId,
                        bootId,
                        seq,
                        receivedAt,
                        healthScore,
                        cpuPercent,
                        memoryUsedPercent,
                        rdpListenerOk,
                        maxSessions,
                        areLike(sessions, before.sessions) ? before.sessions : sessions,
                        remoteApps.equals(before.remoteApps) ? before.remoteApps : remoteApps,
                        uptimeSeconds);
    }

    private static boolean areLike(List<Session> sessions, List<Session> others) {
        return sessions.size() == others.size()
                && IntStream.range(0, sessions.size())
                        .allMatch(i -> sessions.get(i).isLike(others.get(i)));
    }

    /** Whether a host may be up for so many seconds. */
    static boolean isUptime(long seconds) {
        return seconds >= 0 && seconds <= LONGEST_UPTIME.toSeconds();
    }

    /** When the host booted, by the database's clock; null when unknown. */
    public @Nullable Instant bootedAt() {
        return uptimeSeconds == null ? null : receivedAt.minusSeconds(uptimeSeconds);
    }
}
