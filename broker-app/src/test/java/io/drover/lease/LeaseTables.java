package io.drover.lease;

import org.jdbi.v3.core.Jdbi;

/** The tables that a lease commit looks at, filled for a test. */
final class LeaseTables {

    private LeaseTables() {}

    /** No lease; the farm {@code office}, the resource {@code desktop} and these hosts, all with control version 1. */
    static void fill(Jdbi jdbi, String... agentIds) {
        jdbi.useHandle(handle -> {
            handle.execute("DELETE FROM lease");
            handle.execute("DELETE FROM agent");
            handle.execute("DELETE FROM farm");
            handle.execute("DELETE FROM resource");
            handle.execute("INSERT INTO farm (farm_id, name, control_version) VALUES ('office', 'Office', 1)");
            handle.execute(
                    "INSERT INTO resource (resource_id, name, kind, control_version) VALUES ('desktop', 'Desktop', 'desktop', 1)");
            for (String id : agentIds) {
                handle.execute(
                        "INSERT INTO agent (agent_id, machine_id, token_hash, hostname, control_version) VALUES (?, ?, '', ?, 1)",
                        id,
                        id,
                        id);
            }
        });
    }
}
