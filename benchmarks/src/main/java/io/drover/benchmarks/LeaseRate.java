package io.drover.benchmarks;

import com.codahale.metrics.MetricRegistry;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseWriter;
import io.drover.lease.LeaseWriterSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Durable leases a second: the batching writer against a plain upsert of the same row with one connection for each
 * client, in turns on one embedded server. Every lease is a new person's.
 *
 * <p>Arguments: a folder for the server's data; seconds for a measurement (3); rounds (3).
 */
public final class LeaseRate {

    private static final BareFleet FLEET = new BareFleet(100);
    private static final int MOST_CONNECTIONS = 32;
    private static final List<Integer> CLIENTS = List.of(1, 8, 32, 128, 512);

    private static final String UPSERT = """
            INSERT INTO lease AS l (person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at)
            VALUES (?, '', 'office', '', ?, nextval('lease_rev'), 1, now(), now() + interval '15 min')
            ON CONFLICT (person, domain, farm, resource) DO UPDATE
               SET agent_id = EXCLUDED.agent_id, rev = EXCLUDED.rev, granted_at = EXCLUDED.granted_at,
                   expires_at = EXCLUDED.expires_at, generation = l.generation + (l.agent_id <> EXCLUDED.agent_id)::int
            RETURNING rev, generation, expires_at
            """;

    private final Database database;
    private final Duration time;
    private final AtomicLong persons = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private volatile long end;

    private LeaseRate(Database database, Duration time) {
        this.database = database;
        this.time = time;
    }

    /** Prints a line for each round and number of clients. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
        DatabaseConfig config = DatabaseConfig.embeddedIn(folder.resolve("data"), folder.resolve("binaries"));
        try (Database database = Database.start(config, new MetricRegistry())) {
            LeaseRate rate = new LeaseRate(database, Duration.ofSeconds(seconds));
            for (int round = 0; round < rounds; round++) {
                for (int clients : CLIENTS) {
                    rate.compare(clients);
                }
            }
        }
    }

    private void compare(int clients) throws Exception {
        int connections = Math.min(clients, MOST_CONNECTIONS);
        double upsert = upserts(connections);
        double writer = writes(clients);
        System.out.printf(
                Locale.ROOT,
                "%4d clients: upsert on %2d connections %6.0f/s, writer %6.0f/s, ratio %.2f%n",
                clients,
                connections,
                upsert,
                writer,
                writer / upsert);
    }

    private void begin() {
        database.jdbi().useHandle(handle -> {
            handle.execute("TRUNCATE lease");
            handle.execute("DELETE FROM agent");
            FLEET.enrol(handle);
        });
        done.set(0);
        end = System.nanoTime() + time.toNanos();
    }

    private boolean goesOn() {
        return System.nanoTime() < end;
    }

    private double rate() {
        return done.get() * 1e9 / (System.nanoTime() - end + time.toNanos());
    }

    private double upserts(int clients) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        List<Connection> connections = new ArrayList<>();
        try {
            for (int client = 0; client < clients; client++) {
                connections.add(database.open("upsert"));
            }
            begin();
            List<Future<?>> running = new ArrayList<>();
            for (Connection connection : connections) {
                running.add(threads.submit(() -> upsert(connection)));
            }
            for (Future<?> one : running) {
                one.get();
            }
            return rate();
        } finally {
            threads.shutdown();
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private Void upsert(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(UPSERT)) {
            while (goesOn()) {
                long person = persons.incrementAndGet();
                statement.setString(1, "user" + person);
                statement.setString(2, FLEET.host(person));
                statement.executeQuery().close();
                done.incrementAndGet();
            }
        }
        return null;
    }

    private double writes(int clients) throws Exception {
        ExecutorService completions = Executors.newFixedThreadPool(2);
        LeaseWriter writer =
                new LeaseWriter(() -> database.open("writer"), LeaseWriterSettings.defaults(), completions, () -> {});
        writer.start();
        try {
            begin();
            CountDownLatch running = new CountDownLatch(clients);
            for (int client = 0; client < clients; client++) {
                write(writer, running);
            }
            running.await();
            return rate();
        } finally {
            writer.stop();
            completions.shutdown();
        }
    }

    /** A client without a thread: asks for its next lease when it has the last. */
    private void write(LeaseWriter writer, CountDownLatch running) {
        var unused = writer.commit(request(persons.incrementAndGet())).whenComplete((outcome, failure) -> {
            if (failure != null || !goesOn()) {
                running.countDown();
            } else {
                done.incrementAndGet();
                write(writer, running);
            }
        });
    }

    private static LeaseRequest request(long person) {
        return FLEET.placement("user" + person, "", FLEET.host(person), Set.of());
    }
}
