package io.drover;

import ch.qos.logback.classic.LoggerContext;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.core.sslreload.SslReloadBundle;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import io.drover.audit.AuditResource;
import io.drover.auth.Access;
import io.drover.auth.KeyLoader;
import io.drover.auth.KeyReloader;
import io.drover.auth.KeysConfig;
import io.drover.auth.PlainKeys;
import io.drover.auth.RandomHex;
import io.drover.catalog.CatalogResource;
import io.drover.collect.Collector;
import io.drover.collect.CollectorResource;
import io.drover.command.CommandResource;
import io.drover.database.Database;
import io.drover.decision.DecisionResource;
import io.drover.decision.ExplainResource;
import io.drover.decision.WhyNotReader;
import io.drover.desired.AgentPolicyResource;
import io.drover.desired.EffectivePolicyResource;
import io.drover.fleet.AgentResource;
import io.drover.fleet.DatabaseClock;
import io.drover.fleet.FarmResource;
import io.drover.fleet.ReportResource;
import io.drover.fleet.SteadyClock;
import io.drover.gateway.GatewayResource;
import io.drover.gateway.PublishingResource;
import io.drover.health.AdminHealthCheck;
import io.drover.health.DatabaseCheck;
import io.drover.health.HealthResource;
import io.drover.health.ReadinessCheck;
import io.drover.http.Admission;
import io.drover.http.HttpLayer;
import io.drover.identity.Domains;
import io.drover.lease.LeaseResource;
import io.drover.metrics.MetricsEndpoint;
import io.drover.placement.PlacementResource;
import io.drover.placement.TokenForm;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyConfig;
import io.drover.policy.PolicyReloader;
import io.drover.policy.PolicyResource;
import io.drover.policy.PolicyStatus;
import io.drover.policy.RuleLoader;
import io.drover.policy.StoredRevisions;
import io.drover.replay.ShadowResource;
import io.drover.scenario.run.SuiteGate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The broker service. */
public final class DroverApplication extends Application<DroverConfig> {

    private static final int REF_BYTES = 8;
    private static final int KEY_BYTES = 32;
    private static final String LAST_GOOD_RULES = "data/policy";

    private final SecureRandom random = new SecureRandom();
    private final DatabaseClock clock;
    private final Path home;
    private final Map<String, String> variables;
    private final KeyLoader keyLoader;
    private @Nullable Database started;

    /**
     * A service that is not started yet.
     *
     * @param home the folder that relative paths of the configuration are counted from
     * @param variables what the configuration may refer to, usually the environment
     */
    public DroverApplication(Path home, Map<String, String> variables) {
        this(home, variables, InstantSource.system());
    }

    /**
     * A service that is not started yet, on a machine with this time of day.
     *
     * @param wall is read once, here: what it shows later does not matter, and what it shows now does not either once
     *     the database was asked for the time
     */
    DroverApplication(Path home, Map<String, String> variables, InstantSource wall) {
        this.clock = new DatabaseClock(new SteadyClock(wall.instant(), System::nanoTime));
        this.home = home;
        this.variables = Map.copyOf(variables);
        this.keyLoader = new KeyLoader(variables, new RandomHex(random, KEY_BYTES));
    }

    @Override
    public String getName() {
        return "drover";
    }

    @Override
    public void initialize(Bootstrap<DroverConfig> bootstrap) {
        bootstrap.setConfigurationSourceProvider(
                ConfigFile.substituting(bootstrap.getConfigurationSourceProvider(), variables));
        ConfigFile.strict(bootstrap.getObjectMapper());
        bootstrap.setConfigurationFactoryFactory(ConfigFactory::new);
        bootstrap.addBundle(new SslReloadBundle());
    }

    @Override
    public void run(DroverConfig config, Environment environment)
            throws BrokenRulesException, InterruptedException, IOException {
        ListenCheck.require(config.getServerFactory());
        LibraryLogs.quieten((LoggerContext) LoggerFactory.getILoggerFactory());
        PlainKeys keys =
                keyLoader.load(config.keys().relativeTo(home), config.database().embedded());
        FirstRules rules = new FirstRules();
        PolicyReloader policy = reloader(config, rules);
        FutureTask<?> loading = FirstRules.begin(policy);
        try {
            Database database = Database.start(config.database().relativeTo(home), environment.metrics());
            started = database;
            try {
                Broker broker = install(config, environment, keys, policy, database);
                rules.goTo(broker);
                FirstRules.await(loading);
            } catch (BrokenRulesException | InterruptedException | RuntimeException e) {
                database.close();
                throw e;
            }
            closeWithServer(environment.lifecycle(), database);
        } finally {
            rules.goNowhere();
        }
    }

    /** Stops what {@link #run} started, when no server came of it that would. */
    void abandon() {
        if (started != null) {
            started.close();
        }
    }

    private PolicyReloader reloader(DroverConfig config, FirstRules broker) {
        PolicyConfig policy = config.policy().relativeTo(home);
        return new PolicyReloader(
                policy,
                home.resolve(LAST_GOOD_RULES),
                new RuleLoader(false),
                new SuiteGate(policy.suites(), clock),
                broker,
                broker,
                broker,
                clock);
    }

    private Broker install(
            DroverConfig config, Environment environment, PlainKeys keys, PolicyReloader policy, Database database) {
        PlacementSettings settings = config.placement().settings();
        Domains domains = new Domains(settings.domains());
        MetricsEndpoint metrics = new MetricsEndpoint();
        metrics.install(environment);
        Broker broker = new Broker(
                config,
                config.policy().relativeTo(home).shadow(),
                domains,
                clock,
                database,
                environment.lifecycle(),
                metrics);
        installPolicy(environment, policy, broker.revisions());
        Access access = new Access(keys, broker.tokenHashes()::hashOf, clock);
        access.install(environment);
        followKeys(config, environment, access);
        Admission entry = request -> {
            broker.pulse().beat();
            return access.gate().admitsBody(request);
        };
        new HttpLayer(new RandomHex(random, REF_BYTES), entry, List.of(new StorageFaults(), new PolicyFaults()))
                .install(environment, config.getServerFactory());
        installResources(environment.jersey(), broker, access, settings);
        installGateway(environment, broker);
        installCollector(environment, config, broker, metrics);
        installHealth(
                environment,
                List.of(
                        new DatabaseCheck(database::problem, broker::degradedUntil, broker::writesLeases),
                        policyCheck(broker),
                        fleetCheck(broker)));
        return broker;
    }

    private void followKeys(DroverConfig config, Environment environment, Access access) {
        KeysConfig section = config.keys().relativeTo(home);
        boolean embedded = config.database().embedded();
        KeyReloader reloader = new KeyReloader(() -> keyLoader.reload(section, embedded), access);
        reloader.install(environment);
        ReadinessCheck check = check("keys", reloader::problem);
        environment.healthChecks().register(check.name(), new AdminHealthCheck(check));
    }

    private static void installPolicy(Environment environment, PolicyReloader policy, StoredRevisions revisions) {
        environment.lifecycle().manage(policy);
        ReadinessCheck folder = check("policy_folder", () -> problemOf(policy.status()));
        environment.healthChecks().register(folder.name(), new AdminHealthCheck(folder));
        environment.jersey().register(new PolicyResource(policy, revisions));
    }

    private static Optional<String> problemOf(PolicyStatus status) {
        if (status.isRefused()) {
            String first = Stream.concat(status.problems().stream(), status.failures().stream())
                    .map(Object::toString)
                    .findFirst()
                    .orElseThrow();
            return Optional.of(
                    "the rules in the folder are refused, revision " + status.revision() + " decides: " + first);
        }
        return status.degraded()
                ? Optional.of("revision " + status.revision() + " decides since a rollback by "
                        + status.by().name())
                : Optional.empty();
    }

    /** A server that cannot start, because its port is taken, does not stop what it never started. */
    private static void closeWithServer(LifecycleEnvironment lifecycle, Database database) {
        lifecycle.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleFailure(LifeCycle server, Throwable cause) {
                database.close();
            }

            @Override
            public void lifeCycleStopped(LifeCycle server) {
                database.close();
            }
        });
    }

    private static void installResources(
            JerseyEnvironment jersey, Broker broker, Access access, PlacementSettings settings) {
        jersey.register(new PlacementResource(broker.placements(), new TokenForm(settings.tokenPrefix())));
        jersey.register(new ExplainResource(broker.placements()));
        jersey.register(new ReportResource(
                broker.agents(),
                broker.heartbeats(),
                broker.commandDelivery(),
                broker.effectivePolicies(),
                access.enrollmentGuard(),
                broker.clock()));
        jersey.register(new CommandResource(broker.commands()));
        jersey.register(new EffectivePolicyResource(broker.agents(), broker.effectivePolicies()));
        jersey.register(new AgentPolicyResource(broker.agentPolicies()));
        jersey.register(new AgentResource(
                broker.agents(),
                broker.loader(),
                broker.drains(),
                broker.view()::probed,
                broker.clock(),
                settings.offlineAfter()));
        jersey.register(new FarmResource(broker.farms()));
        jersey.register(new CatalogResource(broker.resources()));
        jersey.register(new LeaseResource(broker.leases(), broker.ownWrites()::leasesReleased));
        jersey.register(
                new DecisionResource(broker.decisions(), new WhyNotReader(broker.decisions(), broker.revisions())));
        jersey.register(broker.records());
        jersey.register(new ShadowResource(broker.shadow()));
        jersey.register(new AuditResource(broker.audit()));
    }

    private static void installGateway(Environment environment, Broker broker) {
        ExecutorService executor =
                environment.lifecycle().executorService("gateway").maxThreads(1).build();
        environment.jersey().register(new GatewayResource(broker.gatewayReports(), executor));
        environment.jersey().register(new PublishingResource(broker.view()));
    }

    private void installCollector(
            Environment environment, DroverConfig config, Broker broker, MetricsEndpoint metrics) {
        Path hosts = config.collect().relativeTo(home).hosts();
        if (hosts == null) {
            environment.jersey().register(new CollectorResource(null));
            return;
        }
        LifecycleEnvironment lifecycle = environment.lifecycle();
        Collector collector = broker.collecting()
                .collector(
                        hosts,
                        config.placement().settings().offlineAfter(),
                        metrics.scrapes(),
                        lifecycle
                                .scheduledExecutorService("collector", true)
                                .threads(2)
                                .build(),
                        lifecycle
                                .executorService("scrape-%d")
                                .minThreads(2)
                                .maxThreads(2)
                                .build());
        lifecycle.manage(collector);
        ReadinessCheck file = check("hosts_file", collector::problem);
        environment.healthChecks().register(file.name(), new AdminHealthCheck(file));
        environment.jersey().register(new CollectorResource(collector));
    }

    private static void installHealth(Environment environment, List<ReadinessCheck> checks) {
        ExecutorService executor =
                environment.lifecycle().executorService("health").maxThreads(1).build();
        environment.jersey().register(new HealthResource(checks, executor, System::nanoTime));
        checks.forEach(check -> environment.healthChecks().register(check.name(), new AdminHealthCheck(check)));
    }

    private static ReadinessCheck policyCheck(Broker broker) {
        return check(
                "policy",
                () -> broker.view().revision().isPresent() ? Optional.empty() : Optional.of("no rules are loaded"));
    }

    private static ReadinessCheck fleetCheck(Broker broker) {
        return check("fleet", broker::fleetProblem);
    }

    private static ReadinessCheck check(String name, Supplier<Optional<String>> problem) {
        return new ReadinessCheck() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Optional<String> problem() {
                return problem.get();
            }
        };
    }
}
