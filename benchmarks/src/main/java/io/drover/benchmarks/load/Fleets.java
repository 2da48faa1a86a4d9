package io.drover.benchmarks.load;

import com.codahale.metrics.MetricRegistry;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the database of a broker whose hosts are enrolled, without the hours that ten thousand enrolments take. */
public final class Fleets {

    private Fleets() {}

    /** The folder of the server's data in a broker's folder. */
    static Path data(Path folder) {
        return folder.resolve("postgres");
    }

    /**
     * Enrols hosts of one farm, {@code office}, in a new database.
     *
     * @param folder the broker's; its database is in {@code postgres}, the programs are in {@code binaries}
     * @param connections how many the server is to allow
     */
    public static List<Machine> enrol(Path folder, int hosts, int connections) {
        List<Machine> machines = new ArrayList<>();
        DatabaseConfig config = DatabaseConfig.embeddedIn(data(folder), folder.resolve("binaries"));
        try (Database database = Database.start(config, new MetricRegistry())) {
            database.jdbi().useHandle(handle -> {
                handle.execute("ALTER SYSTEM SET max_connections = " + connections);
                handle.execute("INSERT INTO farm (farm_id, name, required_tags)"
                        + " VALUES ('office', 'office', '{\"role\": \"office\"}')");
                handle.execute("""
                        INSERT INTO agent (agent_id, machine_id, token_hash, hostname, reported_hostname, tags)
                        SELECT md5(n), n, sha256(convert_to('token-of-' || n, 'UTF8')), n, n, '{"role": "office"}'
                          FROM (SELECT 'rds-' || i AS n FROM generate_series(1, ?) AS i) AS names
                        """, hosts);
                handle.createQuery("SELECT agent_id, hostname FROM agent")
                        .map((row, context) ->
                                new Machine(row.getString(1), "token-of-" + row.getString(2), row.getString(2)))
                        .forEach(machines::add);
            });
        }
        return machines;
    }
}
