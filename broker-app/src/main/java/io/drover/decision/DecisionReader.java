package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDao.SummaryRow;
import io.drover.decision.DecisionDao.VerdictRow;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads decisions back. Safe for use by many threads. */
public final class DecisionReader {

    private final DecisionDao dao;
    private final Domains domains;
    private final DecisionJson json = new DecisionJson();
    private final DecisionRows rows = new DecisionRows(json);

    /**
     * @param dao the database
     * @param domains which domains are one, for finding a user in any spelling
     */
    public DecisionReader(DecisionDao dao, Domains domains) {
        this.dao = dao;
        this.domains = domains;
    }

    /**
     * A decision and all that it was made on, enough to decide again.
     *
     * @param record the decision, without a mark
     * @param instance the broker instance that decided
     * @param verdicts what the rules said of every host; null when no host was looked at, or it could not be recorded
     */
    public record Evidence(
            DecisionRecord record,
            String instance,
            @Nullable List<Verdict> verdicts) {

        /** As people read it. */
        public DecisionStory story() {
            return DecisionStory.of(record, instance, verdicts);
        }
    }

    /** The decision with that id. */
    public Optional<Evidence> find(String id) {
        return dao.find(id).map(this::evidence);
    }

    /** The story of the decision with that id. */
    public Optional<DecisionStory> story(String id) {
        return find(id).map(Evidence::story);
    }

    private Evidence evidence(DecisionRow row) {
        try {
            Instant epoch = row.epoch();
            Optional<String> known = epoch == null ? Optional.empty() : dao.rules(epoch);
            RuleNames rules = known.isEmpty() ? RuleNames.NONE : json.readRules(known.get());
            StoredDecision stored = rows.read(row, rules);
            Decision decision = stored.record().decision();
            boolean looked = decision != null && decision.farm() != null;
            return new Evidence(
                    stored.record(),
                    stored.instance(),
                    epoch == null || known.isEmpty() || !looked ? null : verdicts(epoch, stored.version(), rules));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a decision's row cannot be read", e);
        }
    }

    private List<Verdict> verdicts(Instant epoch, long version, RuleNames rules) throws JsonProcessingException {
        RecordedFleet fleet = new RecordedFleet(json, rules);
        for (VerdictRow row : dao.verdicts(epoch, version)) {
            fleet.take(row.agentId(), row.verdict());
        }
        return fleet.verdicts();
    }

    /** A page of decisions, newest first. */
    public Page<DecisionSummary> list(DecisionFilter filter, PageRequest page) {
        UserName user = filter.user();
        DecisionQuery query = new DecisionQuery(
                user == null ? null : user.user(),
                user == null ? List.of() : domainsOf(user),
                filter.agentId(),
                filter.outcome(),
                filter.code(),
                filter.since() == null ? Instant.EPOCH : filter.since(),
                page.after().at(),
                page.after().id(),
                page.limit() + 1);
        return Page.of(
                page,
                dao.list(query.conditions(), query),
                this::summary,
                row -> new Cursor(row.at(), row.decisionId()));
    }

    /** A short name means that user of any domain, a qualified one that of its domain or of none. */
    private List<String> domainsOf(UserName user) {
        return dao.domains(user.user()).stream()
                .filter(domain -> user.isShort()
                        || domain.isEmpty()
                        || domain.equals(user.domain())
                        || domains.same(domain, user.domain()))
                .toList();
    }

    private DecisionSummary summary(SummaryRow row) {
        return new DecisionSummary(
                row.decisionId(),
                row.at(),
                row.username() == null ? "" : row.username(),
                row.person(),
                row.domain(),
                row.outcome(),
                row.code(),
                row.agentId(),
                row.reason(),
                row.farmId(),
                row.resourceId(),
                excluded(row.excluded()),
                row.revision(),
                row.totalUs());
    }

    private Map<String, Integer> excluded(@Nullable String text) {
        try {
            return text == null ? Map.of() : json.readCounts(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a decision's row cannot be read", e);
        }
    }
}
