package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDocument.Decided;
import io.drover.decision.DecisionRecord.Failed;
import io.drover.decision.DecisionRecord.Outcome;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.decision.DecisionRecord.Refused;
import io.drover.decision.DecisionRecord.Timings;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decisions as rows of the table {@code decision}, their rules by id where the epoch names them. Safe for use by many
 * threads.
 */
final class DecisionRows {

    private static final String PLACED = "placed";
    private static final String REFUSED = "refused";
    private static final String FAILED = "failed";

    private final DecisionJson json;

    DecisionRows(DecisionJson json) {
        this.json = json;
    }

    DecisionRow write(StoredDecision stored, RuleNames rules) throws JsonProcessingException {
        DecisionRecord record = stored.record();
        Decision decision = record.decision();
        Decision.Placed host = decision != null && decision.outcome() instanceof Decision.Placed placed ? placed : null;
        return new DecisionRow(
                record.id(),
                record.at(),
                stored.instance(),
                record.user().user(),
                record.user().domain(),
                word(record.outcome()),
                code(record),
                host == null ? "" : host.agentId(),
                host == null ? "" : host.reason().text(),
                decision == null ? "" : decision.farmId(),
                decision == null ? "" : decision.resourceId(),
                decision == null ? "" : decision.revision(),
                stored.epoch(),
                stored.version(),
                record.timings().decideMicros(),
                record.timings().commitMicros(),
                record.timings().totalMicros(),
                json.write(document(record), rules));
    }

    private static String word(Outcome outcome) {
        if (outcome instanceof Placed) {
            return PLACED;
        }
        return outcome instanceof Failed ? FAILED : REFUSED;
    }

    private static String code(DecisionRecord record) {
        if (record.outcome() instanceof Failed failed) {
            return failed.code();
        }
        Decision.Refused refused = refusal(record);
        return refused == null ? "" : refused.code();
    }

    private static Decision.@Nullable Refused refusal(DecisionRecord record) {
        return record.decision() != null && record.decision().outcome() instanceof Decision.Refused refused
                ? refused
                : null;
    }

    private static DecisionDocument document(DecisionRecord record) {
        Placed lease = record.outcome() instanceof Placed placed ? placed : Placed.WITHOUT_LEASE;
        return new DecisionDocument(
                record.request(),
                record.settings(),
                record.tries(),
                detail(record),
                lease.leaseRev(),
                lease.leaseExpires(),
                lease.provisional() ? true : null,
                record.question(),
                record.decision() == null ? null : Decided.of(record.decision()));
    }

    private static String detail(DecisionRecord record) {
        if (record.outcome() instanceof Failed failed) {
            return failed.detail();
        }
        Decision.Refused refused = refusal(record);
        return refused == null ? "" : refused.detail();
    }

    StoredDecision read(DecisionRow row, RuleNames rules) throws JsonProcessingException {
        DecisionDocument document = json.readDocument(row.record(), rules);
        DecisionRecord record = new DecisionRecord(
                row.decisionId(),
                row.at(),
                document.request(),
                new UserName(row.person(), row.domain()),
                document.question(),
                document.decided() == null ? null : decision(row, document, document.decided()),
                outcome(row, document),
                document.settings(),
                document.tries(),
                new Timings(row.decideUs(), row.commitUs(), row.totalUs()));
        return new StoredDecision(record, row.instance(), row.epoch(), row.fleetVersion());
    }

    private static Outcome outcome(DecisionRow row, DecisionDocument document) {
        return switch (row.outcome()) {
            case PLACED ->
                new Placed(document.leaseRev(), document.leaseExpires(), Boolean.TRUE.equals(document.provisional()));
            case FAILED -> new Failed(row.code(), document.detail());
            default -> new Refused();
        };
    }

    private static Decision decision(DecisionRow row, DecisionDocument document, Decided decided) {
        return new Decision(
                row.farmId(),
                row.resourceId(),
                row.agentId().isEmpty()
                        ? new Decision.Refused(row.code(), document.detail(), decided.excluded())
                        : placed(row, document.question(), decided),
                decided.notes(),
                decided.exclusions(),
                decided.terms(),
                decided.waived(),
                decided.rules(),
                row.revision(),
                row.fleetVersion(),
                decided.seed(),
                decided.farm(),
                decided.resource(),
                FleetMark.NONE);
    }

    private static Decision.Placed placed(DecisionRow row, @Nullable Question question, Decided decided) {
        Reason reason = Arrays.stream(Reason.values())
                .filter(one -> one.text().equals(row.reason()))
                .findFirst()
                .orElse(Reason.LOAD_BALANCE);
        LeaseView lease = reason == Reason.EXISTING_LEASE && question != null
                ? lease(question, row.agentId(), decided.domain())
                : null;
        return new Decision.Placed(row.agentId(), reason, decided.domain(), decided.score(), lease);
    }

    private static @Nullable LeaseView lease(Question question, String agentId, String domain) {
        return question.leases().stream()
                .filter(lease ->
                        lease.agentId().equals(agentId) && lease.domain().equals(domain))
                .findFirst()
                .orElse(null);
    }
}
