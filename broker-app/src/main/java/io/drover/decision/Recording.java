package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What decisions of one epoch were made on, as {@code GET /api/v1/records/facts} tells it, played back from version to
 * version. Not safe for use by several threads.
 */
public final class Recording {

    private static final DecisionJson JSON = new DecisionJson();
    private static final DecisionRows ROWS = new DecisionRows(JSON);

    private final List<JsonNode> facts;
    private final RecordedFleet fleet = new RecordedFleet(JSON, RuleNames.NONE);
    private int next;

    /** @param facts of one epoch, in any order */
    public Recording(List<JsonNode> facts) {
        this.facts = facts.stream()
                .sorted(Comparator.comparingLong(fact -> fact.path("version").asLong()))
                .toList();
    }

    /**
     * A decision as {@code GET /api/v1/records/decisions} tells it.
     *
     * @param record all of it, but for its timings
     * @param epoch names what it was made on, null when that was not recorded
     * @param version the version of the fleet within the epoch
     */
    public record Recorded(DecisionRecord record, @Nullable String epoch, long version) {

        /** Reads one. */
        public static Recorded of(JsonNode json) {
            String epoch = json.path("epoch").isTextual() ? json.path("epoch").textValue() : null;
            long version = json.path("fleet_version").asLong();
            DecisionRow row = new DecisionRow(
                    json.path("decision_id").asText(),
                    Instant.parse(json.path("at").asText()),
                    json.path("instance").asText(),
                    json.path("person").asText(),
                    json.path("domain").asText(),
                    json.path("outcome").asText(),
                    json.path("code").asText(),
                    json.path("agent_id").asText(),
                    json.path("reason").asText(),
                    json.path("farm_id").asText(),
                    json.path("resource_id").asText(),
                    json.path("revision").asText(),
                    null,
                    version,
                    0,
                    0,
                    0,
                    json.path("record").toString());
            try {
                return new Recorded(ROWS.read(row, RuleNames.NONE).record(), epoch, version);
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("decision " + row.decisionId() + " cannot be read", e);
            }
        }
    }

    /** Everything as of a version. Versions never go back. */
    public RecordedFleet upTo(long version) {
        advance(version, fleet::take);
        return fleet;
    }

    /** Tells an engine what changed up to a version. Versions never go back. */
    public void tell(PolicyEngine engine, long version) {
        advance(version, (id, fact) -> fleet.tell(engine, id, fact));
    }

    /** Takes a row. */
    private interface Taking {
        void take(String id, @Nullable String fact) throws JsonProcessingException;
    }

    private void advance(long version, Taking taking) {
        while (next < facts.size() && facts.get(next).path("version").asLong() <= version) {
            JsonNode row = facts.get(next++);
            JsonNode fact = row.path("fact");
            try {
                taking.take(row.path("id").asText(), fact.isObject() ? fact.toString() : null);
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("a recorded fact cannot be read", e);
            }
        }
    }

    /** What the rules that decided said of every host, by its id, as of the last version told. */
    public Map<String, Verdict> verdicts() {
        return fleet.byHost();
    }
}
