package io.drover.auth;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code keys} of {@code config.yml}.
 *
 * @param file where keys are kept that were generated for the embedded database
 * @param enrollment what a new agent presents, null to have it generated
 * @param broker the gateways' keys, all of them valid; empty to have one generated
 * @param operators the keys of people and automation, each with a role; empty to have one generated
 */
public record KeysConfig(
        String file, @Nullable KeyConfig enrollment, List<KeyConfig> broker, List<KeyConfig> operators) {

    public KeysConfig {
        broker = List.copyOf(broker);
        operators = List.copyOf(operators);
        if (file.isBlank()) {
            throw new IllegalArgumentException("keys.file must not be blank");
        }
    }

    /** What holds when {@code config.yml} says nothing: every key is generated. */
    public static KeysConfig defaults() {
        return of(null, null, null, null);
    }

    /** The section as written; what is left out has its default. */
    @JsonCreator
    public static KeysConfig of(
            @JsonProperty("file") @Nullable String file,
            @JsonProperty("enrollment") @Nullable KeyConfig enrollment,
            @JsonProperty("broker") @Nullable List<KeyConfig> broker,
            @JsonProperty("operators") @Nullable List<KeyConfig> operators) {
        return new KeysConfig(
                file == null ? "data/keys.yml" : file,
                enrollment,
                broker == null ? List.of() : broker,
                operators == null ? List.of() : operators);
    }

    /** The same, its relative paths counted from a folder. */
    public KeysConfig relativeTo(Path base) {
        return new KeysConfig(
                base.resolve(file).toString(),
                enrollment == null ? null : enrollment.relativeTo(base),
                broker.stream().map(key -> key.relativeTo(base)).toList(),
                operators.stream().map(key -> key.relativeTo(base)).toList());
    }
}
