package io.drover.policy;

import io.dropwizard.auth.Auth;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import io.drover.control.Actor;
import io.drover.control.Page;
import io.drover.http.ApiException;
import io.drover.http.Fields;
import io.drover.http.OptionalBody;
import io.drover.http.Parameters;
import io.drover.http.Query;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/** Which rules decide. Rules themselves are read from the disk alone: there is no upload. */
@Path("/api/v1/policy")
@Produces(MediaType.APPLICATION_JSON)
public final class PolicyResource {

    private static final int PROBLEMS_TOLD = 5;
    private static final int REVISION_LENGTH = 64;

    private final PolicyReloader reloader;
    private final StoredRevisions revisions;

    public PolicyResource(PolicyReloader reloader, StoredRevisions revisions) {
        this.reloader = reloader;
        this.revisions = revisions;
    }

    /** The rules in service, and how the last attempt to load others went. */
    @GET
    @Secured(Credential.OPERATOR)
    public Object status() {
        return PolicyAnswer.of(reloader.status());
    }

    /** The revisions that served, the one that did last first. */
    @GET
    @Path("revisions")
    @Secured(Credential.OPERATOR)
    @Parameters(page = true)
    public Page<RevisionAnswer> revisions(@Context UriInfo uri) {
        return revisions.list(Query.of(uri).page());
    }

    /** Loads the folder's rules now. Broken rules are refused with 409, and what served before serves on. */
    @POST
    @Path("reload")
    @Secured(value = Credential.OPERATOR, role = Role.POLICY_AUTHOR)
    public Object reload(@Auth Caller.Operator caller) {
        PolicyStatus status = reloader.reload(Actor.operator(caller.name()));
        if (status.isRefused()) {
            throw invalid("the rules are refused, revision " + status.revision() + " serves on:"
                    + PolicyStatus.lines(status.problems(), status.failures(), PROBLEMS_TOLD));
        }
        return PolicyAnswer.of(status);
    }

    /** Tries the folder's rules and changes nothing. */
    @POST
    @Path("check")
    @Secured(value = Credential.OPERATOR, role = Role.POLICY_AUTHOR)
    public PolicyCheck check() {
        return reloader.check();
    }

    /** Goes back to rules that served before: those named by {@code revision}, else those before the present ones. */
    @POST
    @Path("rollback")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.POLICY_AUTHOR)
    public Object rollback(@Auth Caller.Operator caller, @OptionalBody Fields body) {
        String revision =
                body.strictly(fields -> fields.text("revision", REVISION_LENGTH).orElse(null));
        try {
            return PolicyAnswer.of(reloader.rollback(Actor.operator(caller.name()), revision));
        } catch (NoSuchRevisionException e) {
            throw ApiException.conflict("no_such_revision", String.valueOf(e.getMessage()));
        } catch (BrokenRulesException e) {
            throw invalid("the rules are refused, what served before serves on:"
                    + PolicyStatus.lines(e.problems(), e.failures(), PROBLEMS_TOLD));
        }
    }

    private static ApiException invalid(String message) {
        return ApiException.conflict("policy_invalid", message);
    }
}
