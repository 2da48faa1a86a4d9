package io.drover.command;

import io.dropwizard.auth.Auth;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import io.drover.control.Actor;
import io.drover.control.Page;
import io.drover.http.ApiException;
import io.drover.http.Changes;
import io.drover.http.Fields;
import io.drover.http.Parameters;
import io.drover.http.Query;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What operators have done on hosts. Each answer is 202: the agent does it after its next heartbeat. */
@Path("/api/v1/agents")
@Produces(MediaType.APPLICATION_JSON)
public final class CommandResource {

    private static final Map<String, String> STATES = Stream.of("waiting", "done", "failed", "expired", "cancelled")
            .collect(Collectors.toMap(Function.identity(), Function.identity()));

    private final CommandService commands;

    public CommandResource(CommandService commands) {
        this.commands = commands;
    }

    /** Has something done in one session. */
    @POST
    @Path("{id}/sessions/{session}/action")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response action(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @PathParam("session") String session,
            Fields body) {
        if (!session.matches("\\d{1,10}")) {
            throw ApiException.notFound("session", session);
        }
        SessionOrder order = body.strictly(SessionOrder::read);
        Command queued = Changes.done(commands.inSession(id, Long.parseLong(session), order, who(caller)))
                .get(0);
        return accepted(new Queued(queued.id(), queued.expiresAt()));
    }

    /** Has something done in all sessions, those in use, or those left behind. */
    @POST
    @Path("{id}/sessions/bulk")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response bulk(@Auth Caller.Operator caller, @PathParam("id") String id, Fields body) {
        Bulk bulk = body.strictly(Bulk::read);
        List<Command> queued = Changes.done(commands.inSessions(id, bulk.scope(), bulk.order(), who(caller)));
        return accepted(new QueuedTogether(queued.stream().map(Command::id).toList()));
    }

    /** Has the host restarted; one that takes or has users only with {@code force}. */
    @POST
    @Path("{id}/restart")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response restart(@Auth Caller.Operator caller, @PathParam("id") String id, Fields body) {
        boolean force = body.strictly(fields -> fields.bool("force").orElse(false));
        Command queued = Changes.done(commands.restart(id, force, who(caller))).get(0);
        return accepted(new Queued(queued.id(), queued.expiresAt()));
    }

    /** A page of the commands of the last days, newest first; {@code ?state=} shows those in one state. */
    @GET
    @Path("{id}/commands")
    @Secured(Credential.OPERATOR)
    @Parameters(value = "state", page = true)
    public Page<Command> list(@PathParam("id") String id, @Context UriInfo uri) {
        Query query = Query.of(uri);
        String state = query.choice("state", STATES).orElse("");
        return Changes.done(commands.list(id, state, query.page()));
    }

    private static Actor who(Caller.Operator caller) {
        return Actor.operator(caller.name());
    }

    private static Response accepted(Object answer) {
        return Response.accepted(answer).build();
    }

    private record Bulk(SessionScope scope, SessionOrder order) {

        static Bulk read(Fields body) {
            SessionScope scope = body.choice("scope", SessionScope.WORDS)
                    .orElseThrow(() -> body.invalid("scope", "must be all, active or disconnected"));
            return new Bulk(scope, SessionOrder.read(body));
        }
    }

    /** A command that waits for its agent. */
    record Queued(String commandId, Instant expiresAt) {}

    /** Commands that wait for their agent, one for each session. */
    record QueuedTogether(List<String> commandIds) {}
}
