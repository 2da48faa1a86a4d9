package io.drover.collect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of the collector's status.
 *
 * @param file the file of hosts, null when none is set
 * @param loadedAt when its last right version was read
 * @param problems what is wrong with the present one
 * @param hosts those of the last right version
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
record CollectorAnswer(
        @Nullable String file, @Nullable Instant loadedAt, List<String> problems, List<HostAnswer> hosts) {

    /** No file is set. */
    static final CollectorAnswer OFF = new CollectorAnswer(null, null, List.of(), List.of());

    CollectorAnswer {
        problems = List.copyOf(problems);
        hosts = List.copyOf(hosts);
    }

    /**
     * The JSON of a host.
     *
     * @param agentId the agent that it is, when this instance scrapes it
     * @param scrapedHere whether this instance scrapes it
     * @param last what came of this instance's last scrape
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record HostAnswer(
            String name,
            @Nullable String agentId,
            String url,
            boolean scrapedHere,
            @Nullable Scraped last) {}
}
