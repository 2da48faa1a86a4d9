package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDao.VerdictRow;
import io.drover.http.ApiException;
import io.drover.http.Parameters;
import io.drover.http.Query;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decisions with all that is needed to decide again, for programs. */
@Path("/api/v1/records")
@Produces(MediaType.APPLICATION_JSON)
public final class RecordsResource {

    private final DecisionDao decisions;

    public RecordsResource(DecisionDao decisions) {
        this.decisions = decisions;
    }

    /** A decision as it is stored. */
    @JsonNaming(SnakeCaseStrategy.class)
    record Recorded(
            String decisionId,
            Instant at,
            String instance,
            String person,
            String domain,
            String outcome,
            String code,
            String agentId,
            String reason,
            String farmId,
            String resourceId,
            String revision,
            @Nullable Instant epoch,
            long fleetVersion,
            @JsonRawValue String record) {

        static Recorded of(DecisionRow row) {
            return new Recorded(
                    row.decisionId(),
                    row.at(),
                    row.instance(),
                    row.person(),
                    row.domain(),
                    row.outcome(),
                    row.code(),
                    row.agentId(),
                    row.reason(),
                    row.farmId(),
                    row.resourceId(),
                    row.revision(),
                    row.epoch(),
                    row.fleetVersion(),
                    row.record());
        }
    }

    /** A verdict, farm or resource from one version of the fleet on; null when it is gone. */
    record Fact(
            String id,
            long version,
            @JsonRawValue @JsonProperty @Nullable String fact) {}

    /** A page of decisions since a time, newest first; with {@code decision_id}, that one alone. */
    @GET
    @Path("decisions")
    @Secured(Credential.OPERATOR)
    @Parameters(
            value = {"since", "decision_id"},
            page = true)
    public Page<Recorded> decisions(@Context UriInfo uri) {
        Query query = Query.of(uri);
        Optional<String> id = query.text("decision_id");
        if (id.isPresent()) {
            return new Page<>(
                    decisions.find(id.get()).map(Recorded::of).stream().toList(), null);
        }
        Instant since = query.time("since").orElse(Instant.EPOCH);
        PageRequest page = query.page();
        List<DecisionRow> rows =
                decisions.records(since, page.after().at(), page.after().id(), page.limit() + 1);
        return Page.of(page, rows, Recorded::of, row -> new Cursor(row.at(), row.decisionId()));
    }

    /**
     * A page of what decisions of an epoch were made on: everything as of the version {@code from}, and what changed up
     * to {@code to}; by id, then version.
     */
    @GET
    @Path("facts")
    @Secured(Credential.OPERATOR)
    @Parameters(
            value = {"epoch", "from", "to"},
            page = true)
    public Page<Fact> facts(@Context UriInfo uri) {
        Query query = Query.of(uri);
        Instant epoch = query.time("epoch").orElseThrow(() -> missing("epoch"));
        PageRequest page = query.page();
        boolean first = page.after().equals(Cursor.START);
        List<VerdictRow> rows = decisions.facts(
                epoch,
                version(query, "from"),
                version(query, "to"),
                first ? "" : page.after().id(),
                first ? -1 : page.after().at().getEpochSecond(),
                page.limit() + 1);
        return Page.of(
                page,
                rows,
                row -> new Fact(row.agentId(), row.version(), row.verdict()),
                row -> new Cursor(Instant.ofEpochSecond(row.version()), row.agentId()));
    }

    private static ApiException missing(String name) {
        return ApiException.invalid(name, "must not be missing");
    }

    private static long version(Query query, String name) {
        String text = query.text(name).orElseThrow(() -> missing(name));
        if (!text.matches("\\d{1,10}")) {
            throw ApiException.invalid(name, "must be a version of the fleet");
        }
        return Long.parseLong(text);
    }
}
