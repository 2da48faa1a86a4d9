package io.drover.guacamole;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The real broker with the shipped rules, in a process of its own: nothing of it is on the class path here. */
final class BrokerProcess implements AutoCloseable {

    /** The gateway's key. */
    static final String KEY = "broker-key-0123456789abcdef0123";

    /** Another one of the same gateway. */
    static final String NEXT_KEY = "broker-key-next-0123456789abcdef";

    /** The key of an operator that may do everything. */
    static final String ADMIN_KEY = "admin-key-0123456789abcdef01234";

    /** What new agents present. */
    static final String ENROLLMENT_KEY = "enrol-key-0123456789abcdef01234";

    private static final Pattern STARTED = Pattern.compile("Started application@.*\\{127\\.0\\.0\\.1:(\\d+)}");

    private final Process process;
    private final Path folder;
    private final URI url;

    private BrokerProcess(Process process, Path folder, URI url) {
        this.process = process;
        this.folder = folder;
        this.url = url;
    }

    /** Starts one with a database of its own. */
    static BrokerProcess start() throws IOException {
        Path folder = Files.createTempDirectory("drover-broker");
        Path config = Files.writeString(folder.resolve("config.yml"), config(folder));
        @Nullable String given = System.getProperty("drover.classpath");
        String classPath = given == null ? jar() : given;
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        "io.drover.cli.Main",
                        "serve",
                        "--config",
                        config.toString()))
                .redirectErrorStream(true)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new BrokerProcess(process, folder, URI.create("http://127.0.0.1:" + port(process)));
    }

    private static String jar() {
        Path jar = Path.of("../broker-app/target/drover.jar").toAbsolutePath().normalize();
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is missing; make it by: mvn -pl broker-app -DskipTests package");
        }
        return jar.toString();
    }

    private static String config(Path folder) {
        return """
                database:
                  embedded: true
                  folder: %1$s/postgres
                  binaries_folder: %2$s
                policy: {folder: %3$s}
                keys:
                  file: %1$s/keys.yml
                  enrollment: {value: %4$s}
                  broker: [{name: guacamole, value: %5$s}, {name: next, value: %6$s}]
                  operators: [{name: tests, role: admin, value: %7$s}]
                server:
                  applicationConnectors: [{type: http, port: 0, bindHost: 127.0.0.1}]
                  adminConnectors: [{type: http, port: 0, bindHost: 127.0.0.1}]
                  requestLog: {appenders: []}
                """.formatted(
                        folder,
                        Path.of("target", "postgres-binaries").toAbsolutePath(),
                        Path.of("..", "rules").toAbsolutePath().normalize(),
                        ENROLLMENT_KEY,
                        KEY,
                        NEXT_KEY,
                        ADMIN_KEY);
    }

    /** Reads the log until it says where the broker listens, and then on, so that it does not fill up. */
    private static int port(Process process) throws IOException {
        BufferedReader log = process.inputReader();
        List<String> lines = new ArrayList<>();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            lines.add(line);
            Matcher started = STARTED.matcher(line);
            if (started.find()) {
                drain(log);
                return Integer.parseInt(started.group(1));
            }
        }
        throw new IllegalStateException("the broker did not start:\n" + String.join("\n", lines));
    }

    private static void drain(BufferedReader log) {
        Thread reader = new Thread(() -> discard(log), "broker-log");
        reader.setDaemon(true);
        reader.start();
    }

    private static void discard(BufferedReader log) {
        try {
            while (log.readLine() != null) {
                // Only so that the broker can go on writing.
            }
        } catch (IOException e) {
            // It has been stopped.
        }
    }

    URI url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
