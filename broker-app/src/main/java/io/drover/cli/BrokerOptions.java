package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.drover.file.FileTrouble;
import io.drover.operator.BrokerClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which broker a verb talks to, and with whose key. */
final class BrokerOptions {

    private static final String KEY_VARIABLE = "DROVER_OPERATOR_KEY";

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "Where the broker is (default: the variable DROVER_SERVER, else http://127.0.0.1:8080).",
            defaultValue = "${DROVER_SERVER:-http://127.0.0.1:8080}")
    @SuppressWarnings("NullAway.Init")
    private URI server;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "A file whose first line is an operator's key, or the file of generated keys"
                            + " (default: the key in the variable DROVER_OPERATOR_KEY, else data/keys.yml beside the launcher).")
    private @Nullable Path keyFile;

    @Option(
            names = "--home",
            hidden = true,
            description = "The folder of the launcher.",
            defaultValue = "${sys:drover.home:-.}")
    @SuppressWarnings("NullAway.Init")
    private Path home;

    /** Asks that broker with that key. */
    BrokerClient client() {
        if (server.getHost() == null || !List.of("http", "https").contains(server.getScheme())) {
            throw new BadFileException(
                    "The address of the broker must be like http://127.0.0.1:8080, not \"%s\".".formatted(server));
        }
        String key = key(System.getenv());
        if (!key.chars().allMatch(sign -> sign > ' ' && sign <= '~')) {
            throw new BadFileException(
                    "The key holds a blank, a line break or a letter that no key has. " + aboutTheKey(System.getenv()));
        }
        return new BrokerClient(server, key);
    }

    /** The operator's key. */
    String key(Map<String, String> environment) {
        if (isGivenBy(environment)) {
            return environment.getOrDefault(KEY_VARIABLE, "").strip();
        }
        Path file = file();
        if (Files.notExists(file)) {
            throw new BadFileException("There is no key: name its file with --key-file, or set %s. There is no file %s."
                    .formatted(KEY_VARIABLE, file));
        }
        try {
            return keyIn(file);
        } catch (JsonProcessingException e) {
            throw new BadFileException("The key file %s is not YAML.".formatted(file));
        } catch (IOException e) {
            throw new BadFileException(
                    "The key file %s cannot be read: %s.".formatted(file, FileTrouble.reason(file, e)));
        }
    }

    /** Where the key was found, for those whose key is refused. */
    String aboutTheKey(Map<String, String> environment) {
        return isGivenBy(environment)
                ? "The key was that in the variable %s; --key-file names a file instead.".formatted(KEY_VARIABLE)
                : "The key was that in %s; --key-file names another file.".formatted(file());
    }

    private boolean isGivenBy(Map<String, String> environment) {
        return keyFile == null && !environment.getOrDefault(KEY_VARIABLE, "").isBlank();
    }

    private Path file() {
        return keyFile == null ? home.resolve("data").resolve("keys.yml") : keyFile;
    }

    private static String keyIn(Path file) throws IOException {
        String text = Files.readString(file);
        if (file.toString().endsWith(".yml")) {
            JsonNode admin = new ObjectMapper(new YAMLFactory()).readTree(text).path("admin");
            if (!admin.isTextual()) {
                throw new BadFileException("The key file %s has no key named admin.".formatted(file));
            }
            return admin.textValue();
        }
        String key = text.lines().findFirst().orElse("").strip();
        if (key.isEmpty()) {
            throw new BadFileException("The first line of the key file %s is empty.".formatted(file));
        }
        return key;
    }
}
