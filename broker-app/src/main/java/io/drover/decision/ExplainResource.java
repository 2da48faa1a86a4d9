package io.drover.decision;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.fleet.Attempt;
import io.drover.http.ApiException;
import io.drover.http.Fields;
import io.drover.placement.Explanation;
import io.drover.placement.PlacementFields;
import io.drover.placement.PlacementRequest;
import io.drover.placement.PlacementService;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Tells what would be decided now, and why. Nothing is placed. */
@Path("/api/v1/broker/explain")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public final class ExplainResource {

    private final PlacementService placements;

    public ExplainResource(PlacementService placements) {
        this.placements = placements;
    }

    /** The whole story of a decision that is only tried. */
    @POST
    @Secured({Credential.BROKER, Credential.OPERATOR})
    public DecisionStory explain(Fields body) {
        PlacementRequest request = PlacementFields.read(body);
        Explanation explanation = placements.explain(request);
        if (explanation instanceof Explanation.Unsound unsound) {
            throw new ApiException(400, "invalid_request", unsound.message());
        }
        var explained = ((Explanation.Explained) explanation).explained();
        Attempt attempt = explained.attempt();
        return DecisionStory.of(
                PlacementRecorder.asked(request), attempt.question(), attempt.decision(), explained.verdicts());
    }
}
