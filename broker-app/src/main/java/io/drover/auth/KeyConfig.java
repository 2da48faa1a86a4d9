package io.drover.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A key in {@code config.yml}, or where it is to be found: exactly one of value, file and env is set.
 *
 * @param name who holds it, in logs and in the audit
 * @param role what an operator may; only for operators
 * @param value the key itself
 * @param file a file whose only line is the key
 * @param env an environment variable that holds the key
 */
public record KeyConfig(
        @Nullable String name,
        @Nullable Role role,
        @Nullable String value,
        @Nullable String file,
        @Nullable String env) {

    public KeyConfig {
        if (Stream.of(value, file, env).filter(Objects::nonNull).count() != 1) {
            throw new IllegalArgumentException("a key needs exactly one of value, file, env");
        }
    }

    /** The key; empty when the variable is not set or the file is empty. */
    String read(Map<String, String> environment) throws IOException {
        if (file != null) {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8).strip();
        }
        return value != null ? value : environment.getOrDefault(String.valueOf(env), "");
    }

    /** The same, its file counted from a folder. */
    KeyConfig relativeTo(Path base) {
        return file == null
                ? this
                : new KeyConfig(name, role, value, base.resolve(file).toString(), env);
    }

    /** Says where the key is, never what it is. */
    @Override
    public String toString() {
        String place = file != null ? "file " + file : env != null ? "variable " + env : "a value";
        return name == null ? place : name + " (" + place + ")";
    }
}
