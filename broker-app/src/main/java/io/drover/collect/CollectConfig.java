package io.drover.collect;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code collect} of {@code config.yml}.
 *
 * @param hosts the file that names the hosts to be scraped, null for none
 */
public record CollectConfig(@Nullable Path hosts) {

    /** What holds when nothing is set. */
    public static CollectConfig defaults() {
        return new CollectConfig(null);
    }

    /** The section as written; no file is called like an empty text. */
    @JsonCreator
    public static CollectConfig of(@JsonProperty("hosts") @Nullable Path hosts) {
        return new CollectConfig(hosts == null || hosts.toString().isBlank() ? null : hosts);
    }

    /** The same, its path counted from another. */
    public CollectConfig relativeTo(Path base) {
        return hosts == null ? this : new CollectConfig(base.resolve(hosts));
    }
}
