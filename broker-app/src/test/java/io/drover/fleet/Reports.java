package io.drover.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Heartbeats for tests. */
final class Reports {

    private Reports() {}

    static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The report that a body with these fields, in JSON without braces, is read as. */
    static HeartbeatReport read(String agentId, Instant receivedAt, String fields) {
        HeartbeatParser.Parsed parsed =
                HeartbeatParser.parse(agentId, json("{\"protocol_version\": 4, " + fields + "}"), receivedAt);
        if (parsed instanceof HeartbeatParser.Read read) {
            return read.report();
        }
        throw new AssertionError("refused: " + parsed);
    }

    static HeartbeatReport of(String agentId, Instant receivedAt, @Nullable String bootId, @Nullable Long seq) {
        String boot = bootId == null ? "null" : "\"" + bootId + "\"";
        return read(
                agentId,
                receivedAt,
                "\"boot_id\": " + boot + ", \"seq\": " + seq + ", \"server\": {\"hostname\": \"rds-01\"}");
    }
}
