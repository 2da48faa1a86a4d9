package io.drover.probe;

import io.drover.fleet.Agent;
import io.drover.fleet.ProbeState;
import io.drover.fleet.Probed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Which hosts are to be probed when, and what was found. Safe for use by many threads. */
final class Tracks {

    private final Duration interval;
    private final int limit;
    private final Map<String, Track> byAgent = new HashMap<>();

    /** Those that wait for their next probe, and some that are not followed any more; none that is under way. */
    private final PriorityQueue<Track> waiting =
            new PriorityQueue<>(Comparator.comparing(Track::due).thenComparing(Track::agentId));

    /**
     * @param interval between two probes of a host
     * @param limit after how many failures in a row they count
     */
    Tracks(Duration interval, int limit) {
        this.interval = interval;
        this.limit = limit;
    }

    /**
     * Probes these hosts from now on, and no others. Each has a moment of its own within the interval.
     *
     * @return what is now to be said of hosts that are not probed any more: nothing
     */
    synchronized List<Probed> follow(Collection<Agent> agents, Instant now) {
        Set<String> wanted = new HashSet<>();
        for (Agent agent : agents) {
            wanted.add(agent.id());
            Track known = byAgent.get(agent.id());
            if (known == null || !known.isOf(agent)) {
                Track track = new Track(agent, now.plus(phase(agent.id())));
                byAgent.put(agent.id(), track);
                waiting.add(track);
            }
        }
        List<Probed> forgotten = new ArrayList<>();
        byAgent.values().removeIf(track -> {
            boolean gone = !wanted.contains(track.agentId());
            if (gone && track.last() != ProbeState.UNKNOWN) {
                forgotten.add(told(track, ProbeState.UNKNOWN, now));
            }
            return gone;
        });
        return forgotten;
    }

    private Duration phase(String agentId) {
        return Duration.ofMillis(Math.floorMod(agentId.hashCode() * 0x9e3779b97f4a7c15L, interval.toMillis()));
    }

    /** The hosts whose probe is due, those that wait longest first; they are under way from now on. */
    synchronized List<Track> begin(Instant now, int most) {
        List<Track> due = new ArrayList<>();
        while (due.size() < most) {
            Track next = waiting.peek();
            if (next == null || next.due().isAfter(now)) {
                break;
            }
            waiting.remove();
            if (isCurrent(next)) {
                due.add(next);
            }
        }
        return due;
    }

    /** Takes what a probe found; gives what is now to be said of the host. */
    synchronized Probed end(Track track, ProbeState found, Instant now) {
        track.end(found, limit, () -> othersAnswer(track));
        track.again(now, interval);
        waiting.add(track);
        return told(track, track.state(), now);
    }

    private boolean othersAnswer(Track track) {
        return byAgent.values().stream().anyMatch(other -> other != track && other.answers());
    }

    /** Whether the host is still probed there. */
    synchronized boolean isCurrent(Track track) {
        return byAgent.get(track.agentId()) == track;
    }

    /** Hosts whose probe was due that long ago and has not begun. */
    synchronized int overdue(Instant now, Duration most) {
        Instant latest = now.minus(most);
        return (int) waiting.stream()
                .filter(track -> isCurrent(track) && !track.due().isAfter(latest))
                .count();
    }

    private static Probed told(Track track, ProbeState state, Instant now) {
        return new Probed(track.agentId(), track.target(), track.port(), state, track.last(), track.failures(), now);
    }
}
