package io.drover.policy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code policy} of {@code config.yml}.
 *
 * @param folder where the rule files are
 * @param watch whether a change of the files is compiled, tried and put into service at once
 * @param suites suites, and folders with suites, that changed rules must pass before they decide
 * @param shadow a folder with candidate rules that are tried beside those that decide, null for none
 */
public record PolicyConfig(
        Path folder,
        boolean watch,
        List<Path> suites,
        @Nullable Path shadow) {

    /** Refuses paths without a name. */
    public PolicyConfig {
        require(folder, "folder");
        suites = List.copyOf(suites);
        suites.forEach(suite -> require(suite, "suites"));
        if (shadow != null) {
            require(shadow, "shadow");
            if (shadow.normalize().equals(folder.normalize())) {
                throw new IllegalArgumentException("policy.shadow must be another folder than policy.folder");
            }
        }
    }

    private static void require(Path path, String name) {
        if (path.toString().isBlank()) {
            throw new IllegalArgumentException("policy." + name + " must not be blank");
        }
    }

    /** What holds when nothing is set. */
    public static PolicyConfig defaults() {
        return of(null, null, null, null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static PolicyConfig of(
            @JsonProperty("folder") @Nullable Path folder,
            @JsonProperty("watch") @Nullable Boolean watch,
            @JsonProperty("suites") @Nullable List<Path> suites,
            @JsonProperty("shadow") @Nullable Path shadow) {
        return new PolicyConfig(
                folder == null ? Path.of("rules") : folder,
                watch == null || watch,
                suites == null ? List.of() : suites,
                shadow);
    }

    /** The same, its paths counted from another. */
    public PolicyConfig relativeTo(Path base) {
        return new PolicyConfig(
                base.resolve(folder),
                watch,
                suites.stream().map(base::resolve).toList(),
                shadow == null ? null : base.resolve(shadow));
    }
}
