package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
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
import io.drover.lease.StorageUnavailableException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Agents, as operators see and control them. */
@Path("/api/v1/agents")
@Produces(MediaType.APPLICATION_JSON)
public final class AgentResource {

    private static final Map<String, AgentMode> MODES =
            Arrays.stream(AgentMode.values()).collect(Collectors.toMap(AgentMode::text, Function.identity()));

    private final AgentService agents;
    private final FleetLoader loader;
    private final Drains drains;
    private final Function<String, Optional<Probed>> probes;
    private final InstantSource clock;
    private final Duration offlineAfter;

    /**
     * Shows and changes these agents.
     *
     * @param probes what this instance's probes found, by agent
     * @param clock the database's clock
     * @param offlineAfter how old the heartbeat of an online host may be
     */
    public AgentResource(
            AgentService agents,
            FleetLoader loader,
            Drains drains,
            Function<String, Optional<Probed>> probes,
            InstantSource clock,
            Duration offlineAfter) {
        this.agents = agents;
        this.loader = loader;
        this.drains = drains;
        this.probes = probes;
        this.clock = clock;
        this.offlineAfter = offlineAfter;
    }

    /** A page of the agents, newest first; {@code ?mode=} shows those in one mode. */
    @GET
    @Secured(Credential.OPERATOR)
    @Parameters(value = "mode", page = true)
    public Page<AgentAnswer> list(@Context UriInfo uri) {
        Query query = Query.of(uri);
        Page<Agent> page = agents.list(query.choice("mode", MODES).orElse(null), query.page());
        List<String> ids = page.items().stream().map(Agent::id).toList();
        Map<String, Heartbeat> heartbeats = loader.heartbeats(ids).present().stream()
                .collect(Collectors.toMap(Heartbeat::agentId, Function.identity()));
        return new Page<>(
                page.items().stream()
                        .map(agent -> AgentAnswer.brief(
                                agent, heard(agent.id(), heartbeats.get(agent.id())), clock.instant(), offlineAfter))
                        .toList(),
                page.next());
    }

    /** One agent, with its sessions, and how far its drain is. */
    @GET
    @Path("{id}")
    @Secured(Credential.OPERATOR)
    public Response get(@PathParam("id") String id) {
        return answer(agents.find(id).orElseThrow(() -> ApiException.notFound("agent", id)), drains::of);
    }

    /** Changes what operators set; fields that are left out stay as they are. */
    @PATCH
    @Path("{id}/control")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response control(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            Fields body) {
        ControlChange change = Changes.read(body, ControlChange::read);
        Agent changed =
                Changes.done(agents.control(id, change, Changes.expected(ifMatch), Actor.operator(caller.name())));
        return answer(changed, this::drainIfKnown);
    }

    /** Deletes an agent; its leases end, and its token is void. */
    @DELETE
    @Path("{id}")
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public void delete(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        Changes.done(agents.delete(id, Changes.expected(ifMatch), Actor.operator(caller.name())));
    }

    /** What is done is done, also while it is not known how many users are on the way. */
    private Optional<DrainProgress> drainIfKnown(Agent agent, Optional<Heartbeat> last) {
        try {
            return drains.of(agent, last);
        } catch (StorageUnavailableException e) {
            return Optional.empty();
        }
    }

    private Response answer(Agent agent, BiFunction<Agent, Optional<Heartbeat>, Optional<DrainProgress>> drain) {
        Optional<Heartbeat> last =
                loader.heartbeats(List.of(agent.id())).present().stream().findFirst();
        JsonNode policy = agents.control(agent.id()).map(AgentControl::policy).orElse(null);
        AgentAnswer.Rest rest = new AgentAnswer.Rest(
                policy,
                loader.report(agent.id()).orElse(null),
                drain.apply(agent, last).orElse(null),
                agents.conflict(agent.id()).orElse(null));
        AgentAnswer.Heard heard = heard(agent.id(), last.orElse(null));
        AgentAnswer answer = AgentAnswer.full(agent, rest, heard, clock.instant(), offlineAfter);
        return Changes.ok(answer, agent.controlVersion());
    }

    private AgentAnswer.Heard heard(String agentId, @Nullable Heartbeat last) {
        return new AgentAnswer.Heard(last, probes.apply(agentId).orElse(null));
    }
}
