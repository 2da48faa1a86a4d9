package io.drover.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.http.ApiException;
import io.drover.http.Fields;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What gateways ask. No thread waits for the disk: the answer is given when the lease is written. */
@Path("/api/v1/broker")
public final class PlacementResource {

    private static final String FORM = "application/x-www-form-urlencoded; charset=utf-8";

    /** Says of a placement that the database was away, where the body cannot. */
    private static final String PROVISIONAL = "X-Drover-Provisional";

    private final PlacementService placements;
    private final TokenForm form;

    public PlacementResource(PlacementService placements, TokenForm form) {
        this.placements = placements;
        this.form = form;
    }

    /** Finds a host for a user. */
    @POST
    @Path("resolve")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @Secured(Credential.BROKER)
    public void resolve(@Suspended AsyncResponse response, Fields body) {
        answer(
                response,
                placements.place(PlacementFields.read(body)),
                MediaType.APPLICATION_JSON,
                PlacementResource::json);
    }

    /** Finds a host for a connection that is a published resource, and answers its tokens as a form. */
    @POST
    @Path("tokens")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Produces({FORM, MediaType.APPLICATION_JSON})
    @Secured(Credential.BROKER)
    public void tokens(@Suspended AsyncResponse response, Fields body) {
        answer(response, placements.placeResource(PlacementFields.read(body)), FORM, this::encoded);
    }

    private static void answer(
            AsyncResponse response,
            CompletionStage<PlacementDecision> decision,
            String type,
            Function<PlacementDecision, Object> entity) {
        var unused = decision.thenApply(made -> marked(made, type, entity.apply(made)))
                .whenComplete((answer, fault) -> {
                    if (fault == null) {
                        response.resume(answer);
                    } else {
                        response.resume(fault);
                    }
                });
    }

    private static Response marked(PlacementDecision decision, String type, Object entity) {
        Response.ResponseBuilder response = Response.ok(entity, type);
        if (decision instanceof Placed placed && placed.provisional()) {
            response.header(PROVISIONAL, true);
        }
        return response.build();
    }

    private static Object json(PlacementDecision decision) {
        if (decision instanceof Placed placed) {
            return PlacementAnswer.of(placed);
        }
        throw refusal((Refused) decision);
    }

    private Object encoded(PlacementDecision decision) {
        if (decision instanceof Refused refused) {
            throw refusal(refused);
        }
        Map<String, String> tokens = decision instanceof Placed placed ? form.of(placed) : Map.of();
        return tokens.entrySet().stream()
                .map(token -> encoded(token.getKey()) + "=" + encoded(token.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    static ApiException refusal(Refused refused) {
        ApiException error = new ApiException(status(refused.code()), refused.code(), sentence(refused));
        if (!refused.excluded().isEmpty()) {
            error = error.withExcluded(refused.excluded());
        }
        return refused.decisionId() == null ? error : error.withDecision(refused.decisionId());
    }

    private static int status(String code) {
        return switch (code) {
            case "invalid_request" -> 400;
            case "resource_not_found", "broker_disabled" -> 404;
            case "ambiguous_resource" -> 409;
            default -> 503;
        };
    }

    /** Gateways of the protocol's first versions show these sentences to people; they stay as they were. */
    private static String sentence(Refused refused) {
        return switch (refused.code()) {
            case "no_eligible_host", "farm_unavailable" -> "no session host is currently available";
            case "resource_not_found" -> "resource not found";
            case "broker_disabled" -> "broker disabled";
            default -> refused.message();
        };
    }
}
