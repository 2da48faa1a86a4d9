package io.drover.decision;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.control.Page;
import io.drover.http.ApiException;
import io.drover.http.Parameters;
import io.drover.http.Query;
import io.drover.identity.InvalidUserNameException;
import io.drover.identity.UserName;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;

/** Why each user was sent where, as operators read it. */
@Path("/api/v1/decisions")
@Produces(MediaType.APPLICATION_JSON)
public final class DecisionResource {

    private static final Map<String, String> OUTCOMES =
            Map.of("placed", "placed", "refused", "refused", "failed", "failed");

    private final DecisionReader decisions;
    private final WhyNotReader whyNot;

    public DecisionResource(DecisionReader decisions, WhyNotReader whyNot) {
        this.decisions = decisions;
        this.whyNot = whyNot;
    }

    /**
     * A page of decisions, newest first. {@code user} finds a person in any spelling; {@code agent} is the id of the
     * host decided for; {@code outcome} is {@code placed}, {@code refused} or {@code failed}; {@code code} a refusal's,
     * like {@code no_eligible_host}; {@code since} a time.
     */
    @GET
    @Secured(Credential.OPERATOR)
    @Parameters(
            value = {"user", "agent", "outcome", "code", "since"},
            page = true)
    public Page<DecisionSummary> list(@Context UriInfo uri) {
        Query query = Query.of(uri);
        DecisionFilter filter = new DecisionFilter(
                query.text("user").map(DecisionResource::user).orElse(null),
                query.text("agent").orElse(null),
                query.choice("outcome", OUTCOMES).orElse(null),
                query.text("code").orElse(null),
                query.time("since").orElse(null));
        return decisions.list(filter, query.page());
    }

    /** The whole story of one decision. */
    @GET
    @Path("{id}")
    @Secured(Credential.OPERATOR)
    public DecisionStory story(@PathParam("id") String id) {
        return decisions.story(id).orElseThrow(() -> ApiException.notFound("decision", id));
    }

    /**
     * Why the decision did not fall on the host {@code agent}: the first condition that did not hold of each rule that
     * would have brought the user there, or of {@code rule} alone.
     */
    @GET
    @Path("{id}/why-not")
    @Secured(Credential.OPERATOR)
    @Parameters({"agent", "rule"})
    public WhyNotAnswer whyNot(@PathParam("id") String id, @Context UriInfo uri) {
        Query query = Query.of(uri);
        String agentId = query.text("agent").orElseThrow(() -> ApiException.invalid("agent", "is required"));
        WhyNotReader.Result result = whyNot.whyNot(id, agentId, query.text("rule"));
        if (result instanceof WhyNotReader.Told told) {
            return told.answer();
        } else if (result instanceof WhyNotReader.Unknown unknown) {
            throw ApiException.notFound(unknown.kind(), unknown.id());
        }
        throw ApiException.conflict("not_recorded", ((WhyNotReader.NotRecorded) result).reason());
    }

    private static UserName user(String name) {
        try {
            return UserName.parse(name);
        } catch (InvalidUserNameException e) {
            throw ApiException.invalid("user", String.valueOf(e.getMessage()));
        }
    }
}
