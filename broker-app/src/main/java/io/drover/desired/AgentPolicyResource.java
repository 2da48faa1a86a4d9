package io.drover.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.auth.Auth;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import io.drover.control.Actor;
import io.drover.control.Page;
import io.drover.http.Changes;
import io.drover.http.Fields;
import io.drover.http.Parameters;
import io.drover.http.Query;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;

/** Policies for agents: that for everybody, and what was ever set. */
@Path("/api/v1/agent-policy")
@Produces(MediaType.APPLICATION_JSON)
public final class AgentPolicyResource {

    private static final int REVISION_LENGTH = 18;

    private final AgentPolicyService policies;

    public AgentPolicyResource(AgentPolicyService policies) {
        this.policies = policies;
    }

    /** The policy of agents that none nearer reaches. */
    @GET
    @Secured(Credential.OPERATOR)
    public AgentPolicyAnswer global() {
        return AgentPolicyAnswer.of(policies.global(), null);
    }

    /** Sets the policy of agents that none nearer reaches: the body is the document. */
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public AgentPolicyAnswer setGlobal(@Auth Caller.Operator caller, Fields body) {
        JsonNode document = body.json();
        return answer(Changes.done(policies.setGlobal(document, Actor.operator(caller.name()))));
    }

    /** Takes it away. */
    @DELETE
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public void deleteGlobal(@Auth Caller.Operator caller) {
        Changes.done(policies.setGlobal(null, Actor.operator(caller.name())));
    }

    /** A page of what was ever set, newest first; {@code owner_kind} and {@code owner_id} narrow it. */
    @GET
    @Path("history")
    @Secured(Credential.OPERATOR)
    @Parameters(
            value = {"owner_kind", "owner_id"},
            page = true)
    public Page<AgentPolicyRevision> history(@Context UriInfo uri) {
        Query query = Query.of(uri);
        return policies.history(
                query.choice("owner_kind", PolicyOwner.WORDS).orElse(null),
                query.text("owner_id").orElse(""),
                query.page());
    }

    /** Sets what a revision set once more, for the same agent, farm or everybody. */
    @POST
    @Path("rollback")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public AgentPolicyAnswer rollback(@Auth Caller.Operator caller, Fields body) {
        String revision = body.strictly(fields -> fields.requiredText("revision", REVISION_LENGTH));
        return answer(Changes.done(policies.rollback(revision, Actor.operator(caller.name()))));
    }

    private static AgentPolicyAnswer answer(AgentPolicyRevision revision) {
        return AgentPolicyAnswer.of(Optional.of(revision), null);
    }
}
