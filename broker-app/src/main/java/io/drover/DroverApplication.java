package io.drover;

import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.drover.auth.Access;
import io.drover.auth.AgentTokens;
import io.drover.auth.KeyLoader;
import io.drover.auth.PlainKeys;
import io.drover.auth.RandomHex;
import io.drover.database.Database;
import io.drover.health.AdminHealthCheck;
import io.drover.health.HealthResource;
import io.drover.health.ReadinessCheck;
import io.drover.http.HttpLayer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** The broker service. */
public final class DroverApplication extends Application<DroverConfig> {

    private static final int REF_BYTES = 8;
    private static final int KEY_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = InstantSource.system();

    @Override
    public String getName() {
        return "drover";
    }

    @Override
    public void initialize(Bootstrap<DroverConfig> bootstrap) {
        bootstrap.setConfigurationSourceProvider(ConfigFile.substituting(bootstrap.getConfigurationSourceProvider()));
        ConfigFile.strict(bootstrap.getObjectMapper());
    }

    @Override
    public void run(DroverConfig config, Environment environment) {
        PlainKeys keys = new KeyLoader(System.getenv(), new RandomHex(random, KEY_BYTES))
                .load(config.keys(), config.database().embedded());
        Database database = Database.start(config.database(), environment.metrics());
        environment.lifecycle().manage(database);
        AgentTokens agents = agentId -> Optional.empty();
        Access access = new Access(keys, agents, clock);
        access.install(environment);
        new HttpLayer(new RandomHex(random, REF_BYTES), access.gate(), List.of(new StorageFaults()))
                .install(environment, config.getServerFactory());
        installHealth(environment, List.of(databaseCheck(database)));
    }

    private static void installHealth(Environment environment, List<ReadinessCheck> checks) {
        ExecutorService executor =
                environment.lifecycle().executorService("health").maxThreads(1).build();
        environment.jersey().register(new HealthResource(checks, executor, System::nanoTime));
        checks.forEach(check -> environment.healthChecks().register(check.name(), new AdminHealthCheck(check)));
    }

    private static ReadinessCheck databaseCheck(Database database) {
        return new ReadinessCheck() {
            @Override
            public String name() {
                return "database";
            }

            @Override
            public Optional<String> problem() {
                return database.problem().map(detail -> "cannot be used, see the broker's log");
            }
        };
    }
}
