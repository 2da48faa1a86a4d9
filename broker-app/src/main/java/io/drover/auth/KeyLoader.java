package io.drover.auth;

import io.drover.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the keys, at start and while the broker runs, and refuses a set that is not fit. */
public final class KeyLoader {

    private static final Logger LOG = LoggerFactory.getLogger(KeyLoader.class);

    private final Map<String, String> environment;
    private final Supplier<String> newKey;

    /**
     * Reads variables from this environment.
     *
     * @param newKey makes a random key, see {@link RandomHex}
     */
    public KeyLoader(Map<String, String> environment, Supplier<String> newKey) {
        this.environment = Map.copyOf(environment);
        this.newKey = newKey;
    }

    /**
     * The keys of the settings. With the embedded database, what the settings leave out is taken from the key file,
     * which is made when it is not there.
     *
     * @throws KeysException when a key is missing, too short, a placeholder, or used twice
     */
    public PlainKeys load(KeysConfig config, boolean embeddedDatabase) {
        if (embeddedDatabase && !isComplete(config)) {
            make(new KeyFile(Path.of(config.file())), config.file());
        }
        return reload(config, embeddedDatabase);
    }

    /**
     * The same, but makes nothing.
     *
     * @throws KeysException also when the file of made keys is gone
     */
    public PlainKeys reload(KeysConfig config, boolean embeddedDatabase) {
        List<String> problems = new ArrayList<>();
        PlainKeys configured = new PlainKeys(
                config.enrollment() == null ? "" : read("enrollment", config.enrollment(), problems),
                config.broker().stream()
                        .map(key -> new PlainKeys.Key(name(key), read("broker", key, problems)))
                        .toList(),
                config.operators().stream()
                        .map(key -> new PlainKeys.OperatorKey(name(key), role(key), read("operators", key, problems)))
                        .toList());
        PlainKeys keys = embeddedDatabase ? completed(configured, config) : configured;
        problems.addAll(KeyRules.problems(keys));
        if (!problems.isEmpty()) {
            throw new KeysException(problems);
        }
        return keys;
    }

    private static boolean isComplete(KeysConfig config) {
        return config.enrollment() != null
                && !config.broker().isEmpty()
                && !config.operators().isEmpty();
    }

    private static PlainKeys completed(PlainKeys configured, KeysConfig config) {
        if (isComplete(config)) {
            return configured;
        }
        PlainKeys kept = kept(config.file());
        return new PlainKeys(
                config.enrollment() != null ? configured.enrollment() : kept.enrollment(),
                config.broker().isEmpty() ? kept.broker() : configured.broker(),
                config.operators().isEmpty() ? kept.operators() : configured.operators());
    }

    private void make(KeyFile file, String path) {
        if (file.exists()) {
            LOG.info("Keys are in {}", path);
            return;
        }
        try {
            file.generate(newKey);
            LOG.info("New keys were made; they are in {}", path);
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static PlainKeys kept(String path) {
        try {
            return new KeyFile(Path.of(path)).read();
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static KeysException unusable(String path, IOException e) {
        return new KeysException("The file of keys %s cannot be read or written: %s."
                .formatted(path, FileTrouble.reason(Path.of(path), e)));
    }

    private String read(String section, KeyConfig key, List<String> problems) {
        try {
            return key.read(environment);
        } catch (IOException e) {
            problems.add("keys.%s: cannot read %s: %s"
                    .formatted(section, key, FileTrouble.reason(Path.of(String.valueOf(key.file())), e)));
            return "";
        }
    }

    private static String name(KeyConfig key) {
        return Optional.ofNullable(key.name()).orElse("unnamed");
    }

    private static Role role(KeyConfig key) {
        @Nullable Role role = key.role();
        return role == null ? Role.VIEWER : role;
    }
}
