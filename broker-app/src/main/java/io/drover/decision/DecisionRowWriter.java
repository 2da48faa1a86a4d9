package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.decision.DecisionRecord.Failed;
import io.drover.decision.DecisionRecord.Outcome;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.policy.Decision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes decisions rows of the table {@code decision}: JSON objects of its columns. Safe for use by many threads. */
final class DecisionRowWriter {

    static final String PLACED = "placed";
    static final String REFUSED = "refused";
    static final String FAILED = "failed";

    private final DecisionJson json;

    DecisionRowWriter(DecisionJson json) {
        this.json = json;
    }

    String write(StoredDecision stored) throws JsonProcessingException {
        DecisionRecord record = stored.record();
        ObjectNode row = json.mapper().createObjectNode();
        row.put("decision_id", record.id());
        row.put("at", record.at().toString());
        row.put("instance", stored.instance());
        row.put("person", record.user().user());
        row.put("domain", record.user().domain());
        row.put("epoch", text(stored.epoch()));
        row.put("fleet_version", stored.version());
        row.put("tries", record.tries());
        row.put("decide_us", record.timings().decideMicros());
        row.put("commit_us", record.timings().commitMicros());
        row.put("total_us", record.timings().totalMicros());
        row.putPOJO("request", record.request());
        row.putPOJO("question", record.question());
        row.putPOJO("settings", record.settings());
        putOutcome(row, record.outcome());
        putDecision(row, record.decision());
        return DecisionJson.storable(json.mapper().writeValueAsString(row));
    }

    private static void putOutcome(ObjectNode row, Outcome outcome) {
        row.put("code", "");
        row.put("detail", "");
        if (outcome instanceof Placed placed) {
            row.put("outcome", PLACED);
            row.put("lease_rev", placed.leaseRev());
            row.put("lease_expires", text(placed.leaseExpires()));
        } else if (outcome instanceof Failed failed) {
            row.put("outcome", FAILED);
            row.put("code", failed.code());
            row.put("detail", failed.detail());
        } else {
            row.put("outcome", REFUSED);
        }
    }

    private static void putDecision(ObjectNode row, @Nullable Decision decision) {
        row.put("farm_id", decision == null ? "" : decision.farmId());
        row.put("resource_id", decision == null ? "" : decision.resourceId());
        row.put("revision", decision == null ? "" : decision.revision());
        row.put("seed", decision == null ? 0 : decision.seed());
        row.put("agent_id", "");
        row.put("reason", "");
        row.put("placed_domain", "");
        row.put("score", 0.0);
        if (decision != null) {
            row.putPOJO("farm", decision.farm());
            row.putPOJO("resource", decision.resource());
            row.putPOJO("rules", decision.rules());
            SaidForRequest said = SaidForRequest.in(decision);
            row.putPOJO("said", said.equals(SaidForRequest.NOTHING) ? null : said);
            putPolicyOutcome(row, decision.outcome());
        }
    }

    private static void putPolicyOutcome(ObjectNode row, Decision.Outcome outcome) {
        if (outcome instanceof Decision.Placed placed) {
            row.put("agent_id", placed.agentId());
            row.put("reason", placed.reason().text());
            row.put("placed_domain", placed.domain());
            row.put("score", placed.score());
        } else if (outcome instanceof Decision.Refused refused) {
            row.putPOJO("excluded", refused.excluded());
            if (row.path("outcome").asText().equals(REFUSED)) {
                row.put("code", refused.code());
                row.put("detail", refused.detail());
            }
        }
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
