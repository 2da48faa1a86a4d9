package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.auth.Auth;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.EnrollmentGuard;
import io.drover.auth.Secured;
import io.drover.control.Refusal;
import io.drover.http.AcceptsGzip;
import io.drover.http.AnyText;
import io.drover.http.ApiException;
import io.drover.http.Changes;
import io.drover.http.Fields;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What machines send of themselves: they enrol, and then they report. */
@Path("/api/v1/agents")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public final class ReportResource {

    private static final int HEARTBEAT_BYTES = 8 * 1024 * 1024;
    private static final int LONGEST_TEXT = 512;

    private final AgentService agents;
    private final HeartbeatIntake intake;
    private final CommandExchange commands;
    private final DesiredStates desired;
    private final EnrollmentGuard guard;
    private final InstantSource clock;

    /**
     * Takes enrolments and heartbeats.
     *
     * @param clock the database's clock
     */
    public ReportResource(
            AgentService agents,
            HeartbeatIntake intake,
            CommandExchange commands,
            DesiredStates desired,
            EnrollmentGuard guard,
            InstantSource clock) {
        this.agents = agents;
        this.intake = intake;
        this.commands = commands;
        this.desired = desired;
        this.guard = guard;
        this.clock = clock;
    }

    /** Makes a machine an agent. */
    @POST
    @Path("enroll")
    @Secured(Credential.ENROLLMENT)
    public EnrolmentAnswer enroll(Fields body, @Context ContainerRequestContext request) {
        guard.require(body.text("enrollment_token", LONGEST_TEXT).orElse(""), request);
        Enrolment enrolment = body.leniently(in -> Changes.done(
                agents.enroll(in.requiredText("name", LONGEST_TEXT), in.requiredText("machine_id", LONGEST_TEXT))));
        return new EnrolmentAnswer(enrolment.agent().id(), enrolment.token());
    }

    /**
     * Takes in what an agent says of its host. An answer is given when what came of commands is durable: else the agent
     * tells it again.
     */
    @POST
    @Path("heartbeat")
    @AcceptsGzip(maxInflatedBytes = HEARTBEAT_BYTES)
    @Secured(Credential.AGENT)
    public HeartbeatAnswer heartbeat(@Auth Caller.Agent agent, @AnyText Fields body) {
        HeartbeatOutcome outcome = intake.receive(agent.id(), body.json());
        ApiException refusal = refusal(outcome);
        if (refusal != null) {
            throw refusal;
        }
        HeartbeatReport report = report(outcome);
        DesiredState state = desired.of(report);
        commands.acknowledge(report.heartbeat().agentId(), report.commandResults());
        List<AgentCommand> due =
                outcome instanceof HeartbeatOutcome.Accepted ? commands.due(report.heartbeat()) : List.of();
        return new HeartbeatAnswer(state.policy(), state.remoteApps(), due, clock.instant());
    }

    private static HeartbeatReport report(HeartbeatOutcome outcome) {
        return outcome instanceof HeartbeatOutcome.Older older
                ? older.report()
                : ((HeartbeatOutcome.Accepted) outcome).report();
    }

    /** An older heartbeat than the known one is ignored, and nobody is to blame. */
    private static @Nullable ApiException refusal(HeartbeatOutcome outcome) {
        if (outcome instanceof HeartbeatOutcome.Invalid invalid) {
            return Changes.error(new Refusal.Invalid(invalid.violations()));
        }
        if (outcome instanceof HeartbeatOutcome.Conflict) {
            return ApiException.conflict("agent_conflict", "two machines report under this agent's id");
        }
        if (outcome instanceof HeartbeatOutcome.UnknownAgent) {
            return new ApiException(401, "invalid_credential", "invalid agent credentials");
        }
        return null;
    }

    /** What a machine keeps of its enrolment. */
    record EnrolmentAnswer(String agentId, String token) {

        @Override
        public String toString() {
            return "EnrolmentAnswer[agentId=" + agentId + "]";
        }
    }

    /** What an agent is told in return. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record HeartbeatAnswer(
            @Nullable JsonNode desiredPolicy,
            List<DesiredRemoteApp> desiredRemoteApps,
            List<AgentCommand> commands,
            Instant serverTime) {}
}
