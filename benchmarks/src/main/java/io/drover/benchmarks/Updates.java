package io.drover.benchmarks;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.benchmarks.load.HeartbeatBody;
import io.drover.connection.Connection.State;
import io.drover.connection.ConnectionDao;
import io.drover.connection.PlacedUser;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import io.drover.fleet.HeartbeatDao;
import io.drover.fleet.HeartbeatParser;
import io.drover.fleet.HeartbeatReport;
import io.drover.fleet.HeartbeatWriter;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseWriter;
import io.drover.lease.LeaseWriterSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;

/**
 * Whether tables whose rows are written again and again keep their size: leases, heartbeats and connections, by the
 * broker's own writers as fast as they go, on an embedded server with what PostgreSQL vacuums by itself.
 *
 * <p>Arguments: a folder for the server's data; seconds (120); sessions of a host (30), each with a name of its own.
 */
public final class Updates {

    private static final BareFleet FLEET = new BareFleet(1_000);
    private static final int PERSONS = 5_000;
    private static final int AT_ONCE = 250;
    private static final int SAMPLES = 4;

    private static final String TABLE = """
            SELECT n_tup_upd AS updates, n_tup_hot_upd AS in_place, n_dead_tup AS dead,
                   pg_relation_size(s.relid) AS heap, pg_indexes_size(s.relid) AS indexes,
                   CASE c.reltoastrelid WHEN 0 THEN 0 ELSE pg_total_relation_size(c.reltoastrelid) END AS toast
              FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid WHERE s.relname = :table
            """;

    /** What PostgreSQL counted of a table, and its sizes in bytes. */
    private record Size(long updates, long inPlace, long dead, long heap, long indexes, long toast) {}

    private final Jdbi jdbi;
    private final LeaseWriter leases;
    private final HeartbeatWriter heartbeats;
    private final int sessions;
    private final Map<Integer, Set<Long>> known = new ConcurrentHashMap<>();
    private final JsonMapper json = new JsonMapper();

    private Updates(Jdbi jdbi, LeaseWriter leases, int sessions) {
        this.jdbi = jdbi;
        this.leases = leases;
        this.sessions = sessions;
        this.heartbeats =
                new HeartbeatWriter(jdbi.onDemand(HeartbeatDao.class), ids -> {}, HeartbeatWriter.Settings.USUAL);
    }

    /** Prints the tables' sizes four times. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 120;
        int sessions = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 30;
        DatabaseConfig config = DatabaseConfig.embeddedIn(folder.resolve("data"), folder.resolve("binaries"));
        ExecutorService completions = Executors.newFixedThreadPool(2);
        try (Database database = Database.start(config, new MetricRegistry())) {
            LeaseWriter leases = new LeaseWriter(
                    () -> database.open("lease"), LeaseWriterSettings.defaults(), completions, () -> {});
            new Updates(database.jdbi(), leases, sessions).run(Duration.ofSeconds(seconds));
        } finally {
            completions.shutdownNow();
        }
    }

    private void run(Duration time) throws Exception {
        jdbi.useHandle(FLEET::enrol);
        leases.start();
        heartbeats.start();
        List<PlacedUser> open = IntStream.range(0, PERSONS)
                .mapToObj(i -> new PlacedUser("decision-" + i, "user-" + i, "corp", FLEET.host(i), i))
                .toList();
        ConnectionDao connections = jdbi.onDemand(ConnectionDao.class);
        connections.report(State.OPEN, null, "node-1", open);
        System.out.println("      s  table        updates   in place    dead   heap MiB  indexes MiB  toast MiB");
        long began = System.nanoTime();
        int round = 0;
        int samples = 0;
        while (samples < SAMPLES) {
            beat(round);
            place(round);
            connections.renew(
                    "node-1", open.stream().map(PlacedUser::decisionId).toList());
            round++;
            long passed = System.nanoTime() - began;
            if (passed >= time.toNanos() * (samples + 1) / SAMPLES) {
                samples++;
                for (String table : List.of("lease", "heartbeat", "connection")) {
                    print(passed / 1_000_000_000, table);
                }
            }
        }
        heartbeats.stop();
        leases.stop();
    }

    private void beat(int round) throws IOException {
        for (int i = 0; i < FLEET.hosts(); i++) {
            heartbeats.offer(report(i, round));
        }
    }

    private HeartbeatReport report(int number, int round) throws IOException {
        HeartbeatBody body = new HeartbeatBody();
        for (int i = 0; i < sessions; i++) {
            body.session(
                    name(number * 1_000L + i),
                    i % 3 == 0 ? "Disconnected" : "Active",
                    "2026-03-02T08:%02d:%02dZ".formatted(i % 60, number % 60),
                    round * 10 + i);
        }
        String host = FLEET.host(number);
        String text = body.json(
                "\"boot_id\": \"boot-%d\", \"seq\": %d, \"agent_version\": \"2.1\", ".formatted(number, round),
                """
                "hostname": "%s", "os": "Windows Server 2022", "cpu_percent": %d, "memory_total": 68719476736,
                "memory_available": %d, "uptime_seconds": %d""".formatted(host, round % 100, 30_000_000_000L + round, 5_000 + round));
        return ((HeartbeatParser.Read) HeartbeatParser.parse(host, json.readTree(text), Instant.now())).report();
    }

    /** Eleven letters and digits that no compression makes shorter than a name. */
    private static String name(long number) {
        return Long.toString(((number + 1) * 0x9E3779B97F4A7C15L) >>> 8, 36);
    }

    private void place(int round) {
        for (int first = 0; first < PERSONS; first += AT_ONCE) {
            List<CompletableFuture<?>> asked = new ArrayList<>();
            for (int i = first; i < first + AT_ONCE; i++) {
                int person = i;
                String host = FLEET.host(person + round / 10);
                Set<Long> revs = known.getOrDefault(person, Set.of());
                asked.add(leases.commit(FLEET.placement("user-" + person, "corp", host, revs))
                        .toCompletableFuture()
                        .thenAccept(outcome -> known.put(
                                person,
                                Set.of(((LeaseOutcome.Granted) outcome).lease().rev()))));
            }
            asked.forEach(CompletableFuture::join);
        }
    }

    private void print(long seconds, String table) {
        Size size = jdbi.withHandle(handle -> handle.createQuery(TABLE)
                .bind("table", table)
                .map((row, context) -> new Size(
                        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)))
                .one());
        System.out.printf(
                Locale.ROOT,
                "%7d  %-10s %9d  %8.1f%%  %6d  %9.2f  %11.2f  %9.2f%n",
                seconds,
                table,
                size.updates(),
                100.0 * size.inPlace() / Math.max(1, size.updates()),
                size.dead(),
                mib(size.heap()),
                mib(size.indexes()),
                mib(size.toast()));
    }

    private static double mib(long bytes) {
        return bytes / 1048576.0;
    }
}
