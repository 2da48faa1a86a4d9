package io.drover.desired;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.fleet.Agent;
import io.drover.fleet.AgentService;
import io.drover.http.ApiException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Which policy reaches an agent. */
@Path("/api/v1/agents")
@Produces(MediaType.APPLICATION_JSON)
public final class EffectivePolicyResource {

    private final AgentService agents;
    private final EffectivePolicies effective;

    public EffectivePolicyResource(AgentService agents, EffectivePolicies effective) {
        this.agents = agents;
        this.effective = effective;
    }

    /** The policy that an agent is to apply, and where it comes from. */
    @GET
    @Path("{id}/policy")
    @Secured(Credential.OPERATOR)
    public AgentPolicyAnswer ofAgent(@PathParam("id") String id) {
        Agent agent = agents.find(id).orElseThrow(() -> ApiException.notFound("agent", id));
        return AgentPolicyAnswer.of(
                effective.of(agent), agents.reportedPolicy(id).orElse(null));
    }
}
