package io.drover.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The upsert by {@code pgbench}, prepared, its clients on one thread. */
final class PgbenchUpsert implements Baseline {

    private static final String LOG = "pgbench-log";
    private static final int LATENCY = 2;

    private final Path program;
    private final DatabaseAddress database;
    private final Path folder;
    private final Path script;

    /**
     * @param program the binary
     * @param folder for its script and log
     */
    PgbenchUpsert(Path program, DatabaseAddress database, Path folder, int hosts) throws IOException {
        this.program = program;
        this.database = database;
        this.folder = folder;
        this.script = Files.writeString(
                folder.resolve("upsert.sql"),
                "\\set person random(1, 100000000)\n\\set host random(1, " + hosts + ")\n"
                        + UPSERT.formatted("'user-' || :person", "'rds-' || :host")
                                .replace('\n', ' ') + ";\n");
    }

    @Override
    public String name() {
        return "pgbench";
    }

    @Override
    public Sample closed(int clients, Duration time) throws Exception {
        ProcessBuilder command = new ProcessBuilder(List.of(
                        program.toString(),
                        "--host=127.0.0.1",
                        "--port=" + database.port(),
                        "--username=" + database.user(),
                        "--no-vacuum",
                        "--protocol=prepared",
                        "--jobs=1",
                        "--client=" + clients,
                        "--time=" + time.toSeconds(),
                        "--file=" + script,
                        "--log",
                        "--log-prefix=" + LOG,
                        "postgres"))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        command.environment().put("PGPASSWORD", database.password());
        Process process = command.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("pgbench failed: " + said);
        }
        Histogram micros = readLog();
        return new Sample(micros, micros.getTotalCount() / rate(said), 0);
    }

    /** Its own figure, without the time to connect. */
    static double rate(String said) {
        return said.lines()
                .filter(line -> line.startsWith("tps = "))
                .map(line -> line.split(" ")[2])
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("pgbench told no rate: " + said));
    }

    private Histogram readLog() throws IOException {
        Histogram micros = Sample.newHistogram();
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, LOG + ".*")) {
            for (Path log : logs) {
                for (String line : Files.readAllLines(log)) {
                    micros.recordValue(Long.parseLong(line.split(" ")[LATENCY]));
                }
                Files.delete(log);
            }
        }
        return micros;
    }
}
