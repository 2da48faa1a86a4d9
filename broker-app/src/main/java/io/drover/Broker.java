package io.drover;

import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import io.drover.audit.AuditDao;
import io.drover.audit.AuditLog;
import io.drover.catalog.ResourceDao;
import io.drover.catalog.ResourceService;
import io.drover.collect.CollectorDao;
import io.drover.collect.CollectorParts;
import io.drover.command.CommandDao;
import io.drover.command.CommandDelivery;
import io.drover.command.CommandService;
import io.drover.command.PendingCommands;
import io.drover.command.RestartDao;
import io.drover.command.Restarts;
import io.drover.connection.ConnectionDao;
import io.drover.control.RandomTokens;
import io.drover.control.Tokens;
import io.drover.database.Database;
import io.drover.decision.DecisionDao;
import io.drover.decision.DecisionLog;
import io.drover.decision.DecisionLogSettings;
import io.drover.decision.DecisionReader;
import io.drover.decision.PlacementRecorder;
import io.drover.decision.RecordsResource;
import io.drover.degraded.Leading;
import io.drover.degraded.OutageAudit;
import io.drover.desired.AgentPolicyDao;
import io.drover.desired.AgentPolicyService;
import io.drover.desired.EffectivePolicies;
import io.drover.desired.PolicyBook;
import io.drover.fleet.AgentDao;
import io.drover.fleet.AgentService;
import io.drover.fleet.BootConflicts;
import io.drover.fleet.DatabaseClock;
import io.drover.fleet.Drains;
import io.drover.fleet.FarmDao;
import io.drover.fleet.FarmService;
import io.drover.fleet.FleetAnnouncer;
import io.drover.fleet.FleetDao;
import io.drover.fleet.FleetListener;
import io.drover.fleet.FleetListeners;
import io.drover.fleet.FleetLoader;
import io.drover.fleet.FleetNotifications;
import io.drover.fleet.FleetUpdater;
import io.drover.fleet.FleetView;
import io.drover.fleet.HeartbeatDao;
import io.drover.fleet.HeartbeatIntake;
import io.drover.fleet.HeartbeatWriter;
import io.drover.fleet.HostIdentities;
import io.drover.fleet.LastEligibleHosts;
import io.drover.fleet.LeaseReleases;
import io.drover.fleet.Pulse;
import io.drover.fleet.TokenHashes;
import io.drover.fleet.ViewRecovery;
import io.drover.gateway.ConnectionSweep;
import io.drover.gateway.GatewayReports;
import io.drover.gateway.Placements;
import io.drover.identity.Domains;
import io.drover.lease.Lease;
import io.drover.lease.LeaseDao;
import io.drover.lease.LeaseStore;
import io.drover.lease.LeaseWriter;
import io.drover.lease.LeaseWriterSettings;
import io.drover.metrics.MetricsEndpoint;
import io.drover.placement.DatabaseRefresher;
import io.drover.placement.PlacementLines;
import io.drover.placement.PlacementService;
import io.drover.placement.RandomChance;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyDao;
import io.drover.policy.PolicyListener;
import io.drover.policy.PolicyRecords;
import io.drover.policy.PolicyTarget;
import io.drover.policy.StoredRevisions;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import io.drover.probe.Prober;
import io.drover.probe.RdpProbe;
import io.drover.replay.Shadow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The parts of the service, put together; it decides nothing itself. */
final class Broker implements PolicyTarget {

    private static final int INSTANCE_BYTES = 8;
    private static final Duration COALESCE = Duration.ofMillis(10);
    private static final Duration LONGEST_READ = Duration.ofSeconds(3);

    /** Between two measurements of the database's clock. */
    private static final Duration UNNOTICED = Duration.ofSeconds(3);

    private static final Duration RESTART_TAKES = Duration.ofMinutes(15);

    private final Jdbi jdbi;
    private final Tokens tokens = new RandomTokens();
    private final String instance = tokens.next(INSTANCE_BYTES);
    private final DatabaseClock clock;
    private final FleetView view;
    private final Pulse pulse;
    private final TokenHashes tokenHashes;
    private final AgentService agents;
    private final FarmService farms;
    private final ResourceService resources;
    private final HeartbeatIntake heartbeats;
    private final HeartbeatWriter heartbeatWriter;
    private final PlacementService placements;
    private final GatewayReports gatewayReports;
    private final FleetNotifications notifications;
    private final LeaseWriter leaseWriter;
    private final ConnectionSweep connectionSweep;
    private final DegradedMode degraded;
    private final FleetAnnouncer announcer;
    private final AuditLog audit;
    private final FleetListener ownWrites;
    private final DecisionLog decisions;
    private final Domains domains;
    private final CommandDao commandDao;
    private final CommandService commands;
    private final CommandDelivery commandDelivery;
    private final Restarts restarts;
    private final EffectivePolicies effectivePolicies;
    private final AgentPolicyService agentPolicies;
    private final StoredRevisions revisions;
    private final PolicyListener policyListener;
    private final Shadow shadow;

    /** Makes the parts and hands those with a life of their own to the environment, which starts and stops them. */
    Broker(
            DroverConfig config,
            @Nullable Path shadowRules,
            Domains domains,
            DatabaseClock clock,
            Database database,
            LifecycleEnvironment lifecycle,
            MetricsEndpoint metrics) {
        PlacementSettings settings = config.placement().settings();
        jdbi = database.jdbi();
        Jdbi control = database.controlJdbi();
        ScheduledExecutorService background = lifecycle
                .scheduledExecutorService("background", true)
                .threads(2)
                .build();
        ExecutorService completions = lifecycle
                .executorService("placement-%d")
                .minThreads(2)
                .maxThreads(2)
                .build();
        this.domains = domains;
        this.clock = clock;
        view = new FleetView(settings, domains, clock);
        decisions = new DecisionLog(jdbi.onDemand(DecisionDao.class), DecisionLogSettings.defaults(), instance, clock);
        AgentDao agentDao = jdbi.onDemand(AgentDao.class);
        FleetUpdater updater = new FleetUpdater(loader(), view);
        ViewRecovery recovery = new ViewRecovery(view, updater, background);
        clock.beforeLeaps(() -> stoodStill(UNNOTICED, recovery));
        pulse = new Pulse(System::nanoTime, standstill -> stoodStill(standstill, recovery), this::watch);
        lifecycle.manage(pulse);
        announcer = new FleetAnnouncer(() -> database.open("announcer"), instance, COALESCE);
        tokenHashes = new TokenHashes(agentDao);
        commandDao = jdbi.onDemand(CommandDao.class);
        PendingCommands pending = new PendingCommands(commandDao);
        AgentPolicyDao agentPolicyDao = jdbi.onDemand(AgentPolicyDao.class);
        PolicyBook policyBook = new PolicyBook(agentPolicyDao);
        ownWrites = new FleetListeners(updater, tokenHashes, pending, policyBook, announcer);
        HostIdentities identities = new HostIdentities(agentDao, ownWrites::agentsChanged);
        notifications = new FleetNotifications(
                () -> database.open("notifications"),
                instance,
                new FleetListeners(updater, tokenHashes, identities, pending, policyBook),
                view,
                clock,
                FleetNotifications.Settings.USUAL);
        leaseWriter = new LeaseWriter(
                () -> database.open("leases"), LeaseWriterSettings.defaults(), completions, recovery::begin);
        audit = new AuditLog(jdbi.onDemand(AuditDao.class));
        degraded = new DegradedMode(
                config.degraded(),
                leaseWriter,
                view,
                new Leading(domains, !settings.singleSessionPerUser()),
                recovery,
                announcer,
                new OutageAudit(audit, instance),
                clock);
        LeaseStore leaseStore = degraded.leases();
        revisions = new StoredRevisions(jdbi.onDemand(PolicyDao.class));
        shadow = new Shadow(shadowRules, view, revisions::find, domains, clock);
        policyListener = metrics.policy().and(new PolicyRecords(audit));
        heartbeatWriter = new HeartbeatWriter(
                jdbi.onDemand(HeartbeatDao.class), announcer::heartbeatsChanged, HeartbeatWriter.Settings.USUAL);
        LeaseReleases releases = new LeaseReleases(view, leaseStore, announcer);
        heartbeats = new HeartbeatIntake(
                identities,
                new BootConflicts(agentDao, audit),
                view::heartbeat,
                releases::accept,
                heartbeatWriter,
                clock.onceMeasured());
        agents = new AgentService(
                control.onDemand(AgentDao.class), ownWrites, new LastEligibleHosts(view), tokens, clock);
        commands = new CommandService(
                commandDao, view, ownWrites, tokens, config.commands().limits());
        commandDelivery = new CommandDelivery(commandDao, pending, RESTART_TAKES);
        restarts = new Restarts(
                control.onDemand(RestartDao.class),
                view::drained,
                ownWrites,
                settings.pending(),
                config.commands().lifetime());
        farms = new FarmService(control.onDemand(FarmDao.class), ownWrites, tokens, view::strategies);
        effectivePolicies = new EffectivePolicies(view, policyBook, settings.defaultFarmId());
        agentPolicies = new AgentPolicyService(agentPolicyDao, agents, farms, ownWrites);
        resources = new ResourceService(control.onDemand(ResourceDao.class), ownWrites::resourcesChanged, tokens);
        Placements placed =
                new Placements(new PlacementRecorder(decisions, settings), jdbi.onDemand(DecisionDao.class)::placed);
        gatewayReports = new GatewayReports(jdbi.onDemand(ConnectionDao.class), placed, releases, announcer);
        placements = new PlacementService(
                settings,
                domains,
                view,
                leaseStore,
                new DatabaseRefresher(updater, background, completions, LONGEST_READ),
                this::announce,
                metrics.placements()
                        .and(placed)
                        .and(shadow)
                        .and(new PlacementLines())
                        .and(degraded),
                new RandomChance(tokens),
                clock,
                completions);
        Prober prober = new Prober(config.probes(), new RdpProbe(config.probes().timeout()), view, clock);
        metrics.probes(prober::counts);
        lifecycle.manage(prober);
        metrics.fleet(view::census);
        metrics.writers(decisions::counts, leaseWriter::counts, heartbeatWriter, announcer);
        degraded.measure(metrics);
        lifecycle.manage(shadow);
        lifecycle.manage(decisions);
        lifecycle.manage(announcer);
        lifecycle.manage(leaseWriter);
        lifecycle.manage(heartbeatWriter);
        lifecycle.manage(notifications);
        Upkeep upkeep = new Upkeep(background, jdbi);
        connectionSweep = upkeep.gateways(gatewayReports, config.gateway().silence(), clock);
        keepUp(upkeep, config);
    }

    private void stoodStill(Duration standstill, ViewRecovery recovery) {
        recovery.begin(standstill);
        notifications.missed(standstill);
        connectionSweep.waitForGateways();
    }

    private void watch() {
        notifications.watch();
    }

    private void keepUp(Upkeep upkeep, DroverConfig config) {
        degraded.keepUp(upkeep);
        upkeep.leases();
        upkeep.records(config.decisions().keepDays(), audit, config.audit().keepDays());
        upkeep.commands(commandDao);
        upkeep.restarts(restarts);
        upkeep.revisions(revisions);
        upkeep.agents(agents);
    }

    private void announce(Lease lease, List<Lease> claimed) {
        announcer.leasesWritten(List.of(lease));
        if (!claimed.isEmpty()) {
            announcer.leasesReleased(claimed);
        }
    }

    @Override
    public void install(CompiledRules rules) {
        VerdictListener journal =
                decisions.journal(rules.revision(), rules.byName().values());
        view.install(new LivingEngine(rules, domains::same, journal));
    }

    FleetView view() {
        return view;
    }

    /** Is to beat before each request. */
    Pulse pulse() {
        return pulse;
    }

    DatabaseClock clock() {
        return clock;
    }

    TokenHashes tokenHashes() {
        return tokenHashes;
    }

    AgentService agents() {
        return agents;
    }

    FarmService farms() {
        return farms;
    }

    ResourceService resources() {
        return resources;
    }

    HeartbeatIntake heartbeats() {
        return heartbeats;
    }

    /** What it takes to scrape hosts. */
    CollectorParts collecting() {
        return new CollectorParts(
                heartbeats,
                view,
                agents,
                jdbi.onDemand(CollectorDao.class),
                ownWrites::agentsChanged,
                tokens,
                instance,
                clock,
                clock::isMeasured);
    }

    CommandService commands() {
        return commands;
    }

    CommandDelivery commandDelivery() {
        return commandDelivery;
    }

    EffectivePolicies effectivePolicies() {
        return effectivePolicies;
    }

    AgentPolicyService agentPolicies() {
        return agentPolicies;
    }

    PlacementService placements() {
        return placements;
    }

    GatewayReports gatewayReports() {
        return gatewayReports;
    }

    FleetLoader loader() {
        return new FleetLoader(jdbi.onDemand(FleetDao.class));
    }

    Drains drains() {
        return new Drains(jdbi.onDemand(AgentDao.class), view::usersUnderWay, restarts::progress);
    }

    LeaseDao leases() {
        return jdbi.onDemand(LeaseDao.class);
    }

    /** Is to be told of every change that is made beside the services. */
    FleetListener ownWrites() {
        return ownWrites;
    }

    DecisionReader decisions() {
        return new DecisionReader(jdbi.onDemand(DecisionDao.class), domains);
    }

    Shadow shadow() {
        return shadow;
    }

    StoredRevisions revisions() {
        return revisions;
    }

    /** Is to hear of every change of the rules. */
    PolicyListener policyListener() {
        return policyListener;
    }

    RecordsResource records() {
        return new RecordsResource(jdbi.onDemand(DecisionDao.class));
    }

    /** Whether leases can be written while the database is there. */
    boolean writesLeases() {
        return leaseWriter.isRunning();
    }

    /** Whether this instance and the others still tell each other what they learn of the fleet. */
    private boolean keepsUp() {
        return notifications.isRunning() && announcer.isRunning() && heartbeatWriter.isRunning();
    }

    /** What keeps this instance from deciding, if anything does. */
    Optional<String> fleetProblem() {
        if (!keepsUp()) {
            return Optional.of("not kept up to date any more, restart the broker");
        }
        return view.isTrusted() || degraded.until().isPresent()
                ? Optional.empty()
                : Optional.of("not read from the database yet");
    }

    /** Until when users are placed without the database; empty while they are not. */
    Optional<Instant> degradedUntil() {
        return degraded.until();
    }

    AuditLog audit() {
        return audit;
    }
}
