package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;

/**
 * A heartbeat as it came in, read and cleaned.
 *
 * @param heartbeat what placement looks at
 * @param identity who and where the host says it is
 * @param flags what had to be put right, for example {@code clamped:server.cpu_percent}; each {@code kind:field}, where
 *     the kind is one of {@code clamped}, {@code unreadable}, {@code duplicate}, {@code cut}, {@code skewed}
 * @param details what people want to see besides, the flags included; bounded in size
 * @param commandResults what came of commands, as reported
 */
public record HeartbeatReport(
        Heartbeat heartbeat,
        HostIdentity identity,
        Set<String> flags,
        JsonNode details,
        List<JsonNode> commandResults) {

    public HeartbeatReport {
        flags = Set.copyOf(flags);
        commandResults = List.copyOf(commandResults);
    }
}
