package io.drover.command;

import io.drover.control.Actor;
import io.drover.control.AfterCommit;
import io.drover.fleet.FleetListener;
import io.drover.fleet.RestartProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes draining hosts through their restart: drained, command queued, acknowledged, booted, online again. Where a host
 * stands is in the database, so any instance may go on where another stopped. To be run every few seconds, by every
 * instance; safe for use by many threads.
 */
public final class Restarts implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Restarts.class);

    private final RestartDao dao;
    private final Supplier<Set<String>> drained;
    private final FleetListener listener;
    private final Duration pending;
    private final Duration ttl;

    /**
     * The restarts of a fleet.
     *
     * @param drained hosts that drain for a restart and are empty, as far as this instance knows
     * @param listener is told of every change after it was committed
     * @param pending how long a user who was placed on a host may be on the way
     * @param ttl how long a command may wait for its agent
     */
    public Restarts(
            RestartDao dao, Supplier<Set<String>> drained, FleetListener listener, Duration pending, Duration ttl) {
        this.dao = dao;
        this.drained = drained;
        this.listener = listener;
        this.pending = pending;
        this.ttl = ttl;
    }

    /** How far the restart of a host is; empty when none is under way. */
    public Optional<RestartProgress> progress(String agentId) {
        return dao.progress(agentId);
    }

    /** Makes every step that is due. A restart that is over is seen before another can begin. */
    @Override
    public void run() {
        String who = Actor.BROKER.name();
        List<String> booted = dao.finish(who, "restarted");
        if (!booted.isEmpty()) {
            log.info("Restarted after they were drained: {}", booted);
            AfterCommit.tell(() -> listener.agentsChanged(Set.copyOf(booted)));
        }
        dao.settle(who);
        dao.cancel(who);
        begin(who);
    }

    private void begin(String who) {
        Set<String> ready = drained.get();
        if (ready.isEmpty()) {
            return;
        }
        List<String> begun = dao.begin(ready, pending.toSeconds(), ttl.toSeconds(), who, "restart");
        if (!begun.isEmpty()) {
            log.info("Drained and told to restart: {}", begun);
            AfterCommit.tell(() -> listener.commandsChanged(Set.copyOf(begun)));
        }
    }
}
