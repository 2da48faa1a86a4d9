package io.drover.gateway;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.connection.Connection;
import io.drover.http.ApiException;
import io.drover.http.Fields;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What gateways tell of the connections that placements led to. */
@Path("/api/v1/broker/placements")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public final class GatewayResource {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int MOST_IDS = 20_000;
    private static final int LONGEST_TEXT = 512;
    private static final int HIGHEST_STATUS = 0xFFFF;

    /** A placement made by another instance can be read after this time. */
    private static final long RECORDED_SECONDS = 1;

    private final GatewayReports reports;
    private final Executor later;

    /**
     * Takes reports.
     *
     * @param executor may wait for the database
     */
    public GatewayResource(GatewayReports reports, Executor executor) {
        this.reports = reports;
        this.later = CompletableFuture.delayedExecutor(RECORDED_SECONDS, TimeUnit.SECONDS, executor);
    }

    /** The user has the desktop. */
    @POST
    @Path("{id}/opened")
    @Secured(Credential.BROKER)
    public void opened(@Suspended AsyncResponse response, @PathParam("id") String id, Fields body) {
        String node = body.leniently(GatewayResource::node);
        answer(response, id, () -> reports.report(id, Connection.State.OPEN, null, node));
    }

    /** The host could not be reached, or was lost. */
    @POST
    @Path("{id}/failed")
    @Secured(Credential.BROKER)
    public void failed(@Suspended AsyncResponse response, @PathParam("id") String id, Fields body) {
        String node = body.leniently(GatewayResource::node);
        Integer status = body.integer("status", 0, HIGHEST_STATUS).orElse(null);
        answer(response, id, () -> reports.report(id, Connection.State.FAILED, status, node));
    }

    /** The connection ended. */
    @POST
    @Path("{id}/closed")
    @Secured(Credential.BROKER)
    public void closed(@Suspended AsyncResponse response, @PathParam("id") String id, Fields body) {
        String node = body.leniently(GatewayResource::node);
        answer(response, id, () -> reports.report(id, Connection.State.CLOSED, null, node));
    }

    /** A node still has these connections. */
    @POST
    @Path("open")
    @Secured(Credential.BROKER)
    public GatewayReports.Renewal open(Fields body) {
        String node = body.requiredText("node_id", LONGEST_TEXT);
        List<String> ids = body.texts("decision_ids", MOST_IDS, LONGEST_TEXT)
                .orElseThrow(() -> body.invalid("decision_ids", "must not be missing"));
        return reports.renew(node, new LinkedHashSet<>(ids));
    }

    private static String node(Fields body) {
        return body.text("node_id", LONGEST_TEXT).orElse("");
    }

    private void answer(AsyncResponse response, String id, Supplier<Optional<CompletionStage<Connection>>> report) {
        CompletionStage<Connection> reported = ID.matcher(id).matches()
                ? report.get().orElseGet(() -> onceRecorded(id, report))
                : CompletableFuture.failedFuture(unknown(id));
        var unused = reported.whenComplete((connection, fault) -> {
            if (fault == null) {
                response.resume(new Reported(id, connection.state().text(), connection.status()));
            } else {
                response.resume(
                        fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault);
            }
        });
    }

    /** Another instance may have answered the placement a moment ago, and not kept it yet. */
    private CompletionStage<Connection> onceRecorded(
            String id, Supplier<Optional<CompletionStage<Connection>>> report) {
        return CompletableFuture.supplyAsync(report, later).thenCompose(found -> found.orElseThrow(() -> unknown(id)));
    }

    private static ApiException unknown(String id) {
        return ApiException.notFound("placement", id);
    }

    /**
     * A connection, as the broker sees it after the report.
     *
     * @param state {@code open}, {@code closed}, {@code failed}; {@code lost} is never answered
     */
    record Reported(
            String decisionId, String state, @Nullable Integer status) {}
}
