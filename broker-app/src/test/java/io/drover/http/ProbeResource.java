package io.drover.http;

import io.dropwizard.auth.Auth;
import io.drover.auth.Access;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.EnrollmentGuard;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.slf4j.MDC;

/** Paths that behave like the broker's, and some that misbehave. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ProbeResource {

    private final EnrollmentGuard guard;
    private final Executor other = ForkJoinPool.commonPool();

    public ProbeResource(Access access) {
        this.guard = access.enrollmentGuard();
    }

    @POST
    @Path("broker/resolve")
    @Secured(Credential.BROKER)
    public Map<String, String> resolve(@Auth Caller.Broker caller, Fields body) {
        return body.leniently(in -> Map.of("username", in.requiredText("username", 512), "caller", caller.name()));
    }

    @POST
    @Path("broker/tokens")
    @Secured(Credential.BROKER)
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Map<String, Object> tokens(Fields form) {
        return Map.of(
                "username",
                form.requiredText("username", 512),
                "groups",
                form.texts("groups", 10, 64).orElse(List.of()));
    }

    @POST
    @Path("agents/enroll")
    @Secured(Credential.ENROLLMENT)
    public Map<String, String> enroll(Fields body, @Context ContainerRequestContext request) {
        guard.require(body.requiredText("enrollment_token", 200), request);
        return Map.of("agent_id", TestServer.AGENT_ID);
    }

    @POST
    @Path("agents/heartbeat")
    @Secured(Credential.AGENT)
    @AcceptsGzip(maxInflatedBytes = BodyLimits.HEARTBEAT)
    public Map<String, Object> heartbeat(@Auth Caller.Agent agent, Fields body) {
        return Map.of(
                "agent", agent.id(), "sessions", body.json().path("sessions").size());
    }

    @GET
    @Path("farms/{id}")
    @Secured(Credential.OPERATOR)
    @Parameters("limit")
    public Map<String, String> farm(@PathParam("id") String id, @QueryParam("limit") int limit) {
        return Map.of("id", id, "limit", Integer.toString(limit));
    }

    @POST
    @Path("farms")
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Map<String, Object> create(@Auth Caller.Operator caller, Fields body) {
        return body.strictly(in -> Map.of(
                "id", in.text("id", 64).orElse("generated"),
                "enabled", in.bool("enabled").orElse(true),
                "min", in.integer("min_health_score", 0, 100).orElse(60),
                "by", caller.name()));
    }

    @DELETE
    @Path("farms/{id}")
    @Secured(value = Credential.OPERATOR, role = Role.ADMIN)
    public String delete(@PathParam("id") String id) {
        return raise(ApiException.conflict("farm_in_use", "resources point to \"" + id + "\""));
    }

    @POST
    @Path("policy/reload")
    @Secured(value = Credential.OPERATOR, role = Role.POLICY_AUTHOR)
    public Map<String, String> reload() {
        return Map.of("ref", String.valueOf(MDC.get(RequestRef.LOG_KEY)));
    }

    @GET
    @Path("either")
    @Secured({Credential.BROKER, Credential.OPERATOR})
    public Map<String, String> either() {
        return Map.of();
    }

    @GET
    @Path("bug")
    @Secured(Credential.PUBLIC)
    public String bug() {
        return raise(new IllegalStateException("SELECT secret FROM db1.internal"));
    }

    @GET
    @Path("unwritable")
    @Secured(Credential.PUBLIC)
    public Map<String, Object> unwritable() {
        return Map.of("value", new Object());
    }

    @GET
    @Path("storage")
    @Secured(Credential.PUBLIC)
    public void storage(@Suspended AsyncResponse response) {
        other.execute(
                () -> response.resume(new CompletionException(new UnsupportedOperationException("db1.internal"))));
    }

    @GET
    @Path("refused")
    @Secured(Credential.PUBLIC)
    public String refused() {
        return raise(new ApiException(503, "no_eligible_host", "no host of the farm may take this user")
                .withExcluded(Map.of("agent-draining", 3, "below-min-health", 2))
                .withDecision("d1"));
    }

    private static String raise(RuntimeException fault) {
        throw fault;
    }
}
