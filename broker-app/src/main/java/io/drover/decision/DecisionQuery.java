package io.drover.decision;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link DecisionDao#list} looks for.
 *
 * @param person folded user part, null for anybody
 * @param domains the domains that count for that person
 * @param agentId the host, null for any
 * @param outcome {@code placed}, {@code refused}, {@code failed}, null for any
 * @param code a refusal's code, null for any
 * @param since the earliest
 * @param beforeAt the last of the page before
 * @param beforeId its id
 * @param limit most rows
 */
public record DecisionQuery(
        @Nullable String person,
        List<String> domains,
        @Nullable String agentId,
        @Nullable String outcome,
        @Nullable String code,
        Instant since,
        Instant beforeAt,
        String beforeId,
        int limit) {

    public DecisionQuery {
        domains = List.copyOf(domains);
    }

    /** Only the conditions that are asked for, so that the database can use the index of one of them. */
    String conditions() {
        StringBuilder conditions = new StringBuilder();
        if (person != null) {
            conditions.append(" AND d.person = :person AND d.domain = ANY (:domains)");
        }
        if (agentId != null) {
            conditions.append(" AND d.agent_id = :agentId AND d.agent_id != ''");
        }
        if (outcome != null) {
            conditions.append(" AND d.outcome = :outcome");
        }
        if (code != null) {
            conditions.append(" AND d.code = :code AND d.code != ''");
        }
        return conditions.toString();
    }
}
