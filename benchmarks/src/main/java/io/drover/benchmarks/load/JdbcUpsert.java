package io.drover.benchmarks.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.HdrHistogram.Histogram;

/** The upsert by JDBC, a thread and a connection for each client; dearer than {@code pgbench}. */
final class JdbcUpsert implements Baseline {

    private static final int PERSONS = 100_000_000;

    private final DatabaseAddress database;
    private final int hosts;

    JdbcUpsert(DatabaseAddress database, int hosts) {
        this.database = database;
        this.hosts = hosts;
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Sample closed(int clients, Duration time) throws Exception {
        List<Connection> connections = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            for (int i = 0; i < clients; i++) {
                connections.add(database.open());
            }
            long begin = System.nanoTime();
            List<Future<Histogram>> running = connections.stream()
                    .map(connection -> threads.submit(() -> upsertUntil(connection, begin + time.toNanos())))
                    .toList();
            Histogram micros = Sample.newHistogram();
            for (Future<Histogram> one : running) {
                micros.add(one.get());
            }
            return new Sample(micros, (System.nanoTime() - begin) / 1e9, 0);
        } finally {
            threads.shutdown();
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private Histogram upsertUntil(Connection connection, long end) throws SQLException {
        Histogram micros = Sample.newHistogram();
        try (PreparedStatement statement = connection.prepareStatement(UPSERT.formatted("?", "?"))) {
            for (long now = System.nanoTime(); now < end; ) {
                statement.setString(1, "user-" + ThreadLocalRandom.current().nextInt(PERSONS));
                statement.setString(2, "rds-" + ThreadLocalRandom.current().nextInt(hosts));
                statement.executeQuery().close();
                long answered = System.nanoTime();
                micros.recordValue((answered - now) / 1_000);
                now = answered;
            }
        }
        return micros;
    }
}
