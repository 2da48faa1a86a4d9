package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.catalog.Resource;
import io.drover.connection.Connection;
import java.util.Collection;
import java.util.Optional;

/** Reads the fleet from the database, for views of it that are kept in memory. Safe for use by many threads. */
public final class FleetLoader {

    private final FleetDao dao;

    /**
     * A loader.
     *
     * @param dao on demand: each call takes a connection of its own
     */
    public FleetLoader(FleetDao dao) {
        this.dao = dao;
    }

    /** Everything, as it stood at one moment, but for heartbeats and leases that are known: they are many. */
    public FleetSnapshot load(Known known) {
        return dao.snapshot(known);
    }

    public Found<Agent> agents(Collection<String> ids) {
        return Found.of(ids, dao.agents().byIds(ids), Agent::id);
    }

    public Found<Heartbeat> heartbeats(Collection<String> agentIds) {
        return Found.of(agentIds, dao.heartbeats().byIds(agentIds), Heartbeat::agentId);
    }

    /** What else the agent's last heartbeat said, for people. */
    public Optional<JsonNode> report(String agentId) {
        return dao.heartbeats().report(agentId);
    }

    public Found<Connection> connections(Collection<String> decisionIds) {
        return Found.of(decisionIds, dao.connections().byIds(decisionIds), Connection::decisionId);
    }

    public Found<Farm> farms(Collection<String> ids) {
        return Found.of(ids, dao.farms().byIds(ids), Farm::id);
    }

    public Found<Resource> resources(Collection<String> ids) {
        return Found.of(ids, dao.resources().byIds(ids), Resource::id);
    }
}
