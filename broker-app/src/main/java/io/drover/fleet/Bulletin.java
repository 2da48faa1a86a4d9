package io.drover.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.lease.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * One notification of the channel {@link #CHANNEL}: {@code [instance, counter, [kind, value…]…]} in JSON.
 *
 * @param instance who tells it
 * @param counter grows by one with each bulletin of the instance
 * @param notices what is told
 */
record Bulletin(String instance, long counter, List<Notice> notices) {

    static final String CHANNEL = "drover_fleet";

    /** PostgreSQL takes less than 8,000 bytes. */
    static final int MOST_BYTES = 7_900;

    private static final JsonMapper JSON = new JsonMapper();

    Bulletin {
        notices = List.copyOf(notices);
    }

    /**
     * Notices as texts of notifications, as many as they need.
     *
     * @param firstCounter counter of the first one
     */
    static List<String> texts(String instance, long firstCounter, Collection<Notice> notices) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int bytes = 0;
        for (Notice notice : notices) {
            String next = fitting(json(notice).toString());
            int size = next.getBytes(StandardCharsets.UTF_8).length + 1;
            if (bytes + size > MOST_BYTES) {
                texts.add(text.append(']').toString());
                text = new StringBuilder();
            }
            if (text.isEmpty()) {
                text.append(head(instance, firstCounter + texts.size()));
                bytes = text.length() + 1;
            }
            text.append(',').append(next);
            bytes += size;
        }
        texts.add(text.append(']').toString());
        return texts;
    }

    private static String head(String instance, long counter) {
        return "[\"" + instance + "\"," + counter;
    }

    private static String fitting(String json) {
        return json.getBytes(StandardCharsets.UTF_8).length < MOST_BYTES - 200
                ? json
                : json(Notice.MISSED).toString();
    }

    /** The bulletin of a notification, empty when it is none that this version can read. */
    static Optional<Bulletin> of(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            if (!json.isArray() || json.size() < 2) {
                return Optional.empty();
            }
            List<Notice> notices =
                    json.valueStream().skip(2).map(Bulletin::notice).toList();
            return Optional.of(new Bulletin(json.get(0).asText(), json.get(1).asLong(), notices));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static ArrayNode json(Notice notice) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode().add(notice.kind().word());
        return notice.lease() == null ? json.add(notice.id()) : put(json, notice.lease());
    }

    private static ArrayNode put(ArrayNode json, Lease lease) {
        return json.add(lease.person())
                .add(lease.domain())
                .add(lease.farm())
                .add(lease.resource())
                .add(lease.agentId())
                .add(lease.rev())
                .add(lease.generation())
                .add(ChronoUnit.MICROS.between(Instant.EPOCH, lease.grantedAt()))
                .add(ChronoUnit.MICROS.between(Instant.EPOCH, lease.expiresAt()));
    }

    private static Notice notice(JsonNode json) {
        Notice.Kind kind = Notice.Kind.of(json.path(0).asText());
        return switch (kind) {
            case LEASE, RELEASED -> new Notice(kind, "", lease(json));
            case AGENT, HEARTBEAT, FARM, RESOURCE, CONNECTION, COMMAND ->
                Notice.of(kind, json.path(1).asText());
            case POLICY -> Notice.GLOBAL_POLICY;
            case MISSED -> Notice.MISSED;
        };
    }

    private static Lease lease(JsonNode json) {
        return new Lease(
                json.path(1).asText(),
                json.path(2).asText(),
                json.path(3).asText(),
                json.path(4).asText(),
                json.path(5).asText(),
                json.path(6).asLong(),
                json.path(7).asLong(),
                Instant.EPOCH.plus(json.path(8).asLong(), ChronoUnit.MICROS),
                Instant.EPOCH.plus(json.path(9).asLong(), ChronoUnit.MICROS));
    }
}
