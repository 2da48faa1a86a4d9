package io.drover.benchmarks.load;

import io.drover.benchmarks.load.Footprint.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads what a broker takes: its heap by {@code jcmd}, the process from {@code /proc}, the tables by SQL. Linux only.
 */
final class Footprints {

    private static final double KIB_IN_MIB = 1024;
    private static final Pattern HEAP =
            Pattern.compile("(?:heap|generation|PSYoungGen|ParOldGen)\\s+total \\d+K, used (\\d+)K");
    private static final Pattern METASPACE = Pattern.compile("Metaspace\\s+used (\\d+)K");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

    private static final String TABLES = """
            SELECT coalesce(p.relname, c.relname), sum(pg_total_relation_size(c.oid)) / 1024.0, sum(coalesce(s.n_dead_tup, 0))
              FROM pg_class c
              LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
              LEFT JOIN pg_class p ON p.oid = i.inhparent
              LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
             WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
             GROUP BY 1
            """;

    private final long pid;
    private final DatabaseAddress database;

    Footprints(long pid, DatabaseAddress database) {
        this.pid = pid;
        this.database = database;
    }

    /** Collects what is garbage in the broker, and looks. */
    Footprint take(double second, Sample placements, long failed, long edits) throws Exception {
        jcmd("GC.run");
        String heap = jcmd("GC.heap_info");
        String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            return new Footprint(
                    second,
                    sum(HEAP, heap) / KIB_IN_MIB,
                    sum(METASPACE, heap) / KIB_IN_MIB,
                    sum(RESIDENT, status) / KIB_IN_MIB,
                    sum(THREADS, status),
                    files(),
                    number(statement, """
                            SELECT count(*) FROM pg_stat_activity
                             WHERE application_name LIKE 'drover%' AND backend_type = 'client backend'
                            """),
                    placements.rate(),
                    placements.millisAt(99),
                    failed,
                    edits,
                    number(statement, "SELECT count(DISTINCT revision) FROM decision_epoch"),
                    tables(statement));
        }
    }

    private String jcmd(String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), what)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + what + ": " + output);
        }
        return output;
    }

    /** All numbers that are found, added up. */
    static long sum(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        long sum = 0;
        boolean found = false;
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1));
            found = true;
        }
        if (!found) {
            throw new IOException("there is no " + pattern + " in " + text);
        }
        return sum;
    }

    static long heapKiB(String info) throws IOException {
        return sum(HEAP, info);
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return files.count();
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static Map<String, Table> tables(Statement statement) throws SQLException {
        Map<String, Table> tables = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery(TABLES)) {
            while (rows.next()) {
                tables.put(rows.getString(1), new Table(rows.getDouble(2), rows.getLong(3)));
            }
        }
        return tables;
    }
}
