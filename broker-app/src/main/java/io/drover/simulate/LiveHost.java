package io.drover.simulate;

import io.drover.simulate.HostReport.User;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A host in a storm, as it really is. */
final class LiveHost {

    private static final double ALL = 100;

    private final int index;
    private final StormHost spec;
    private final Set<Integer> logons = new LinkedHashSet<>();
    private final Map<Integer, User> sessions = new LinkedHashMap<>();
    private boolean up = true;
    private long epoch;
    private boolean untouched = true;
    private @Nullable Instant bootedAt;
    private long lastSession;
    private int placed;
    private int worstLogons;

    LiveHost(int index, StormHost spec, Instant start) {
        this.index = index;
        this.spec = spec;
        Integer uptime = spec.uptimeSeconds();
        bootedAt = uptime == null ? null : start.minusSeconds(uptime);
    }

    /** Its place in the order of the hosts. */
    int index() {
        return index;
    }

    /** How often it failed: what began in an earlier epoch is lost. */
    long epoch() {
        return epoch;
    }

    StormHost spec() {
        return spec;
    }

    boolean isUp() {
        return up;
    }

    /** Sessions and logons. */
    int users() {
        return sessions.size() + logons.size() + (untouched ? spec.sessions() : 0);
    }

    double usersByWeight() {
        return users() * ALL / spec.weight();
    }

    void logon(int user) {
        logons.add(user);
        placed++;
        worstLogons = Math.max(worstLogons, logons.size());
    }

    /** The logon is through. */
    void begin(int user, String name, Instant now) {
        logons.remove(user);
        sessions.put(user, new User(name, ++lastSession, now));
    }

    /** The user logs off. */
    void end(int user) {
        sessions.remove(user);
    }

    /**
     * Everything on it is lost.
     *
     * @return the users who were there or on the way
     */
    Set<Integer> fail() {
        Set<Integer> lost = new LinkedHashSet<>(sessions.keySet());
        lost.addAll(logons);
        sessions.clear();
        logons.clear();
        untouched = false;
        up = false;
        epoch++;
        return lost;
    }

    void comeBack(Instant now) {
        up = true;
        bootedAt = now;
    }

    HostReport report(Instant at) {
        Instant booted = bootedAt;
        int users = sessions.size() + logons.size();
        return new HostReport(
                spec.id(),
                at,
                spec.healthScore(),
                Math.min(ALL, spec.cpuPercent() + users * spec.cpuPerSession() + logons.size() * spec.cpuPerLogon()),
                Math.min(ALL, spec.memoryUsedPercent() + users * spec.memoryPerSession()),
                booted == null ? null : Duration.between(booted, at),
                untouched ? spec.activeSessions() : 0,
                untouched ? spec.disconnectedSessions() : 0,
                sessions.values().stream().toList());
    }

    HostResult result() {
        return new HostResult(spec.id(), spec.weight(), spec.maxConcurrentLogons(), users(), placed, worstLogons, up);
    }
}
