package io.drover.desired;

import io.drover.fleet.Agent;
import io.drover.fleet.DesiredRemoteApp;
import io.drover.fleet.DesiredState;
import io.drover.fleet.DesiredStates;
import io.drover.fleet.Farm;
import io.drover.fleet.FleetLayout;
import io.drover.fleet.FleetView;
import io.drover.fleet.HeartbeatReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What reaches agents: of policies the nearest, of RemoteApps those of all their farms. Safe for use by many threads;
 * asks no database.
 */
public final class EffectivePolicies implements DesiredStates {

    private static final String NO_FARM = "";

    /** The fleet is read within this time after the start. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final FleetView view;
    private final PolicyBook policies;
    private final String defaultFarmId;

    /** @param defaultFarmId the farm of resources that name none, empty when every host serves them */
    public EffectivePolicies(FleetView view, PolicyBook policies, String defaultFarmId) {
        this.view = view;
        this.policies = policies;
        this.defaultFarmId = defaultFarmId;
    }

    /**
     * The policy that an agent is to apply: its own, else that of its nearest farm that has one, else that of
     * everybody.
     */
    Optional<AgentPolicyRevision> of(Agent agent, List<Farm> farms) {
        return set(PolicyOwner.AGENT, agent.id())
                .or(() -> farms.stream()
                        .flatMap(farm -> set(PolicyOwner.FARM, farm.id()).stream())
                        .findFirst())
                .or(() -> set(PolicyOwner.GLOBAL, ""));
    }

    /** The policy that the agent of this id is to apply. */
    Optional<AgentPolicyRevision> of(Agent agent) {
        return of(agent, view.layout().farmsOf(agent));
    }

    @Override
    public DesiredState of(HeartbeatReport report) {
        String agentId = report.heartbeat().agentId();
        if (view.agent(agentId).isEmpty()) {
            view.awaitTrust(PATIENCE);
        }
        return view.agent(agentId).map(agent -> desired(agent, report)).orElse(DesiredState.NOTHING);
    }

    private DesiredState desired(Agent agent, HeartbeatReport report) {
        FleetLayout layout = view.layout();
        List<Farm> farms = layout.farmsOf(agent);
        String applied = report.details().path("policy_revision").asText("");
        AgentPolicyRevision policy = of(agent, farms)
                .filter(revision -> !revision.revision().equals(applied))
                .orElse(null);
        return new DesiredState(policy == null ? null : policy.told(), apps(layout, farms));
    }

    private List<DesiredRemoteApp> apps(FleetLayout layout, List<Farm> farms) {
        List<DesiredRemoteApp> apps = new ArrayList<>();
        farms.forEach(farm -> apps.addAll(layout.appsOf(farm.id())));
        if (servesResourcesWithoutFarm(farms)) {
            apps.addAll(layout.appsOf(NO_FARM));
        }
        return apps;
    }

    private boolean servesResourcesWithoutFarm(List<Farm> farms) {
        return defaultFarmId.isEmpty()
                || farms.stream().anyMatch(farm -> farm.id().equals(defaultFarmId));
    }

    private Optional<AgentPolicyRevision> set(PolicyOwner owner, String id) {
        return policies.of(owner, id).filter(EffectivePolicies::isSet);
    }

    private static boolean isSet(@Nullable AgentPolicyRevision revision) {
        return revision != null && revision.policy() != null;
    }
}
