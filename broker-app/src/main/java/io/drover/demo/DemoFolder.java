package io.drover.demo;

import io.drover.auth.KeyLoader;
import io.drover.auth.KeysConfig;
import io.drover.auth.PlainKeys;
import io.drover.file.TextFile;
import io.drover.policy.RuleSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder that the demo's broker runs in: its configuration, its copy of the rules, its keys, its data and its log.
 *
 * @param path the folder itself, absolute
 * @param binaries where the PostgreSQL programs are unpacked once, absolute
 */
public record DemoFolder(Path path, Path binaries) {

    /** Where the broker keeps a copy of the rules that served last: those of an earlier run must not come back. */
    private static final String LAST_GOOD_RULES = "data/policy";

    private static final String DATABASE = "postgres";

    /** As in the shipped configuration. */
    private static final String LAYOUT =
            "%-5level [%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC}] [%X{ref:--}] %logger{20}: %message%n%ex";

    private static final String MARK = "# Written anew by every `./drover demo`.";
    private static final String CONFIG = MARK + """
             This runs the same broker on its data. The demo's hosts report no more, so
            # they are offline, and users are placed only after hosts of your own enrolled:
            #   ./drover serve --config %1$s
            database: { folder: %4$s, binaries_folder: "%2$s" }
            policy: { folder: rules }
            keys: { file: keys.yml }
            server:
              gzip: { enabled: false }
              requestLog: { appenders: [] }
              applicationConnectors:
                - { type: http, bindHost: 127.0.0.1, port: "${DROVER_PORT:-8080}", idleTimeout: 10s }
              adminConnectors:
                - { type: http, bindHost: 127.0.0.1, port: "${DROVER_ADMIN_PORT:-8081}", idleTimeout: 10s }
            logging:
              level: INFO
              loggers:
                org.drools.mvel.MVELConstraint: ERROR
                org.drools: WARN
                org.eclipse.jetty: WARN
                io.dropwizard: WARN
                org.flywaydb: WARN
              appenders:
                - { type: console, timeZone: UTC, threshold: "${DROVER_CONSOLE_LEVEL:-INFO}", logFormat: "%5$s" }
                - { type: file, timeZone: UTC, currentLogFilename: "%3$s", archive: false, logFormat: "%5$s" }
            """;

    public DemoFolder {
        path = path.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
    }

    /** What the configuration refers to: free ports, and a log that goes to its file alone. */
    static Map<String, String> variables() {
        return Map.of("DROVER_PORT", "0", "DROVER_ADMIN_PORT", "0", "DROVER_CONSOLE_LEVEL", "OFF");
    }

    /**
     * Whether the demo may delete and write here: the folder is new, empty, or one that it made.
     *
     * @throws BadFolderException when that cannot be seen
     */
    public boolean isFree() {
        if (!Files.isDirectory(path)) {
            return !Files.exists(path);
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty() || isOwn();
        } catch (IOException e) {
            throw new BadFolderException(path, e);
        }
    }

    private boolean isOwn() throws IOException {
        return Files.isRegularFile(config()) && Files.readString(config()).startsWith(MARK);
    }

    /**
     * Writes configuration and rules over those of an earlier run; data and keys stay. The rule that is added later is
     * left out.
     *
     * @throws BadFolderException when that cannot be done
     */
    void prepare(RuleSource rules) {
        try {
            Files.createDirectories(path);
            Files.writeString(config(), CONFIG.formatted(config(), binaries, log(), DATABASE, LAYOUT));
            Files.deleteIfExists(log());
            delete(rules());
            delete(path.resolve(LAST_GOOD_RULES));
            for (Map.Entry<String, String> file : rules.files().entrySet()) {
                if (!file.getKey().equals(RuleEditPart.FILE)) {
                    writeRule(file.getKey(), file.getValue());
                }
            }
        } catch (IOException e) {
            throw new BadFolderException(path, e);
        }
    }

    /** Deletes what the broker's database server kept. */
    void deleteDatabase() throws IOException {
        delete(path.resolve(DATABASE));
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> old = Files.walk(folder)) {
            for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Writes one file of rules, whole or not at all: the broker reads the folder while it runs. */
    void writeRule(String name, String text) throws IOException {
        TextFile.write(rules().resolve(name), text);
    }

    /** The keys that the broker made at its first start. */
    PlainKeys keys() {
        return new KeyLoader(Map.of(), () -> {
                    throw new DemoException("the broker made no keys in " + keyFile());
                })
                .load(KeysConfig.of(keyFile().toString(), null, null, null), true);
    }

    public Path config() {
        return path.resolve("config.yml");
    }

    public Path keyFile() {
        return path.resolve("keys.yml");
    }

    public Path rules() {
        return path.resolve("rules");
    }

    public Path log() {
        return path.resolve("drover.log");
    }
}
