package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.drover.decision.DecisionRecord.Failed;
import io.drover.decision.DecisionRecord.Outcome;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.decision.DecisionRecord.Refused;
import io.drover.decision.DecisionRecord.Timings;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Reason;
import io.drover.policy.fact.ResourceView;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes rows of the table {@code decision}, JSON objects of its columns, decisions. Safe for use by many threads. */
final class DecisionRowReader {

    private final DecisionJson json;

    DecisionRowReader(DecisionJson json) {
        this.json = json;
    }

    StoredDecision read(String text) throws JsonProcessingException {
        JsonNode row = json.mapper().readTree(text);
        Question question = value(row, "question", Question.class);
        DecisionRecord record = new DecisionRecord(
                row.path("decision_id").asText(),
                instant(row.path("at")),
                json.mapper().treeToValue(row.path("request"), AskedRequest.class),
                new UserName(row.path("person").asText(), row.path("domain").asText()),
                question,
                row.path("rules").isNull() ? null : decision(row, question),
                outcome(row),
                json.mapper().treeToValue(row.path("settings"), RecordedSettings.class),
                row.path("tries").asInt(),
                new Timings(
                        row.path("decide_us").asLong(),
                        row.path("commit_us").asLong(),
                        row.path("total_us").asLong()));
        JsonNode epoch = row.path("epoch");
        return new StoredDecision(
                record,
                row.path("instance").asText(),
                epoch.isNull() ? null : instant(epoch),
                row.path("fleet_version").asLong());
    }

    private static Outcome outcome(JsonNode row) {
        return switch (row.path("outcome").asText()) {
            case DecisionRowWriter.PLACED ->
                new Placed(
                        row.path("lease_rev").isNull()
                                ? null
                                : row.path("lease_rev").asLong(),
                        row.path("lease_expires").isNull() ? null : instant(row.path("lease_expires")));
            case DecisionRowWriter.FAILED ->
                new Failed(row.path("code").asText(), row.path("detail").asText());
            default -> new Refused();
        };
    }

    private Decision decision(JsonNode row, @Nullable Question question) throws JsonProcessingException {
        SaidForRequest said = value(row, "said", SaidForRequest.class);
        SaidForRequest found = said == null ? SaidForRequest.NOTHING : said;
        return new Decision(
                row.path("farm_id").asText(),
                row.path("resource_id").asText(),
                policyOutcome(row, question),
                found.notes(),
                found.exclusions(),
                found.terms(),
                found.waived(),
                Arrays.asList(json.mapper().treeToValue(row.path("rules"), RuleRef[].class)),
                row.path("revision").asText(),
                row.path("fleet_version").asLong(),
                row.path("seed").asLong(),
                value(row, "farm", FarmView.class),
                value(row, "resource", ResourceView.class),
                FleetMark.NONE);
    }

    private Decision.Outcome policyOutcome(JsonNode row, @Nullable Question question) throws JsonProcessingException {
        String agentId = row.path("agent_id").asText();
        if (agentId.isEmpty()) {
            return new Decision.Refused(
                    row.path("code").asText(),
                    row.path("detail").asText(),
                    json.mapper()
                            .readerForMapOf(Integer.class)
                            .readValue(row.path("excluded").toString()));
        }
        Reason reason = reason(row.path("reason").asText());
        String domain = row.path("placed_domain").asText();
        return new Decision.Placed(
                agentId, reason, domain, row.path("score").asDouble(), lease(question, reason, agentId, domain));
    }

    private static Reason reason(String text) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.text().equals(text))
                .findFirst()
                .orElse(Reason.LOAD_BALANCE);
    }

    private static @Nullable LeaseView lease(
            @Nullable Question question, Reason reason, String agentId, String domain) {
        if (question == null || reason != Reason.EXISTING_LEASE) {
            return null;
        }
        return question.leases().stream()
                .filter(l -> l.agentId().equals(agentId) && l.domain().equals(domain))
                .findFirst()
                .orElse(null);
    }

    private <T> @Nullable T value(JsonNode row, String column, Class<T> type) throws JsonProcessingException {
        JsonNode node = row.path(column);
        return node.isNull() || node.isMissingNode() ? null : json.mapper().treeToValue(node, type);
    }

    private static Instant instant(JsonNode node) {
        return OffsetDateTime.parse(node.asText()).toInstant();
    }
}
