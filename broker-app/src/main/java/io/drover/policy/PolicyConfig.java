package io.drover.policy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code policy} of {@code config.yml}.
 *
 * @param folder where the rule files are
 * @param watch whether a change of the files is compiled and put into service at once
 */
public record PolicyConfig(Path folder, boolean watch) {

    /** Refuses a folder without a name. */
    public PolicyConfig {
        if (folder.toString().isBlank()) {
            throw new IllegalArgumentException("policy.folder must not be blank");
        }
    }

    /** What holds when nothing is set. */
    public static PolicyConfig defaults() {
        return of(null, null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static PolicyConfig of(
            @JsonProperty("folder") @Nullable Path folder, @JsonProperty("watch") @Nullable Boolean watch) {
        return new PolicyConfig(folder == null ? Path.of("rules") : folder, watch == null || watch);
    }

    /** The same, its folder counted from another. */
    public PolicyConfig relativeTo(Path base) {
        return new PolicyConfig(base.resolve(folder), watch);
    }
}
