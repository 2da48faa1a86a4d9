package io.drover.decision;

import io.drover.decision.DecisionDao.DecisionRow;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decisions column by column, as one statement takes them. */
public final class DecisionColumns {

    private final List<DecisionRow> rows;

    DecisionColumns(List<DecisionRow> rows) {
        this.rows = List.copyOf(rows);
    }

    private <T extends @Nullable Object> List<T> column(Function<DecisionRow, T> value) {
        return rows.stream().map(value).toList();
    }

    /** The column {@code decision_id}. */
    public List<String> decisionId() {
        return column(DecisionRow::decisionId);
    }

    /** The column {@code at}. */
    public List<String> at() {
        return column(row -> row.at().toString());
    }

    /** The column {@code instance}. */
    public List<String> instance() {
        return column(DecisionRow::instance);
    }

    /** The column {@code person}. */
    public List<String> person() {
        return column(DecisionRow::person);
    }

    /** The column {@code domain}. */
    public List<String> domain() {
        return column(DecisionRow::domain);
    }

    /** The column {@code outcome}. */
    public List<String> outcome() {
        return column(DecisionRow::outcome);
    }

    /** The column {@code code}. */
    public List<String> code() {
        return column(DecisionRow::code);
    }

    /** The column {@code agent_id}. */
    public List<String> agentId() {
        return column(DecisionRow::agentId);
    }

    /** The column {@code reason}. */
    public List<String> reason() {
        return column(DecisionRow::reason);
    }

    /** The column {@code farm_id}. */
    public List<String> farmId() {
        return column(DecisionRow::farmId);
    }

    /** The column {@code resource_id}. */
    public List<String> resourceId() {
        return column(DecisionRow::resourceId);
    }

    /** The column {@code revision}. */
    public List<String> revision() {
        return column(DecisionRow::revision);
    }

    /** The column {@code epoch}. */
    public List<@Nullable String> epoch() {
        return column(row -> row.epoch() == null ? null : row.epoch().toString());
    }

    /** The column {@code fleet_version}. */
    public List<Long> fleetVersion() {
        return column(DecisionRow::fleetVersion);
    }

    /** The column {@code decide_us}. */
    public List<Long> decideUs() {
        return column(DecisionRow::decideUs);
    }

    /** The column {@code commit_us}. */
    public List<Long> commitUs() {
        return column(DecisionRow::commitUs);
    }

    /** The column {@code total_us}. */
    public List<Long> totalUs() {
        return column(DecisionRow::totalUs);
    }

    /** The column {@code record}. */
    public List<String> record() {
        return column(DecisionRow::record);
    }
}
