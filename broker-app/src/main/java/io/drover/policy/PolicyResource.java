package io.drover.policy;

import io.drover.auth.Credential;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import io.drover.http.ApiException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Which rules decide. Rules themselves are read from the disk alone: there is no upload. */
@Path("/api/v1/policy")
@Produces(MediaType.APPLICATION_JSON)
public final class PolicyResource {

    private static final int PROBLEMS_TOLD = 5;

    private final PolicyReloader reloader;

    public PolicyResource(PolicyReloader reloader) {
        this.reloader = reloader;
    }

    /** The rules in service, and how the last attempt to load others went. */
    @GET
    @Secured(Credential.OPERATOR)
    public Object status() {
        return PolicyAnswer.of(reloader.status());
    }

    /** Loads the folder's rules now. Broken rules are refused with 409, and what served before serves on. */
    @POST
    @Path("reload")
    @Secured(value = Credential.OPERATOR, role = Role.POLICY_AUTHOR)
    public Object reload() {
        PolicyStatus status = reloader.reload();
        if (!status.problems().isEmpty()) {
            throw ApiException.conflict(
                    "policy_invalid",
                    "the rules are refused, revision " + status.revision() + " serves on:"
                            + PolicyStatus.lines(status.problems(), PROBLEMS_TOLD));
        }
        return PolicyAnswer.of(status);
    }
}
