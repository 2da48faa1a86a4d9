package io.drover.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Tells how far hosts are that take no new users. Safe for use by many threads. */
public final class Drains {

    private final AgentDao dao;
    private final ToIntFunction<String> usersUnderWay;
    private final Function<String, Optional<RestartProgress>> restart;

    /**
     * The drains of a fleet.
     *
     * @param usersUnderWay how many users were placed on a host or are connected to it, and not seen there yet
     * @param restart how far the restart of a host is
     */
    public Drains(
            AgentDao dao, ToIntFunction<String> usersUnderWay, Function<String, Optional<RestartProgress>> restart) {
        this.dao = dao;
        this.usersUnderWay = usersUnderWay;
        this.restart = restart;
    }

    /** How far a host is; empty when it is online. */
    Optional<DrainProgress> of(Agent agent, Optional<Heartbeat> last) {
        Optional<Instant> since = agent.mode() == AgentMode.ONLINE ? Optional.empty() : dao.modeSince(agent.id());
        return since.map(began -> DrainProgress.of(
                began,
                last.map(Heartbeat::sessions).orElse(List.of()),
                usersUnderWay.applyAsInt(agent.id()),
                restart.apply(agent.id()).orElse(null)));
    }
}
