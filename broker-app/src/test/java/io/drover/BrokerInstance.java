package io.drover;

import ch.qos.logback.classic.Level;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.logging.common.DefaultLoggingFactory;
import io.dropwizard.testing.DropwizardTestSupport;
import io.drover.auth.KeyConfig;
import io.drover.auth.KeysConfig;
import io.drover.auth.Role;
import io.drover.collect.CollectConfig;
import io.drover.database.DatabaseConfig;
import io.drover.degraded.DegradedConfig;
import io.drover.gateway.GatewayConfig;
import io.drover.placement.PlacementConfig;
import io.drover.policy.PolicyConfig;
import io.drover.probe.ProbeConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One instance of the whole application on a database that other instances may share, on ports of its own. */
final class BrokerInstance implements AutoCloseable {

    static final String ENROLLMENT_KEY = "enrolment-of-the-tests-7f31c0";
    static final String BROKER_KEY = "gateway-of-the-tests-c2a9e5b8";
    static final String SECOND_BROKER_KEY = "gateway-of-the-tests-91d4f7aa";
    static final String OPERATOR_KEY = "operator-of-the-tests-5be0d3f1";
    static final String VIEWER_KEY = "viewer-of-the-tests-e88a1c64";
    static final String HELPDESK_KEY = "helpdesk-of-the-tests-3d90b7e5";
    static final String AUTHOR_KEY = "author-of-the-tests-6ac41f02";

    /** The hosts of the tests are nowhere. */
    private static final ProbeConfig NO_PROBES = ProbeConfig.of(false, null, null, null, null);

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private final DropwizardTestSupport<DroverConfig> application;

    private BrokerInstance(DropwizardTestSupport<DroverConfig> application) {
        this.application = application;
    }

    /** With the shipped rules, and hosts that stay online for as long as a test takes. */
    static BrokerInstance start(DatabaseConfig database) throws Exception {
        return start(database, placement(true, 900, true));
    }

    static BrokerInstance start(DatabaseConfig database, PlacementConfig placement) throws Exception {
        return start(database, placement, null);
    }

    static BrokerInstance start(DatabaseConfig database, PlacementConfig placement, @Nullable PolicyConfig policy)
            throws Exception {
        return start(database, placement, policy, GatewayConfig.defaults());
    }

    static BrokerInstance start(
            DatabaseConfig database, PlacementConfig placement, @Nullable PolicyConfig policy, GatewayConfig gateway)
            throws Exception {
        return start(database, placement, policy, gateway, DegradedConfig.defaults(), CollectConfig.defaults());
    }

    /** One that goes on for so long when the database is away. */
    static BrokerInstance startDegradable(DatabaseConfig database, int seconds) throws Exception {
        return start(
                database,
                placement(true, 900, true),
                null,
                GatewayConfig.defaults(),
                DegradedConfig.of(true, seconds),
                CollectConfig.defaults());
    }

    /** With the shipped rules, and hosts that are scraped. */
    static BrokerInstance start(DatabaseConfig database, CollectConfig collect) throws Exception {
        return start(
                database,
                placement(true, 900, true),
                null,
                GatewayConfig.defaults(),
                DegradedConfig.defaults(),
                collect);
    }

    private static BrokerInstance start(
            DatabaseConfig database,
            PlacementConfig placement,
            @Nullable PolicyConfig policy,
            GatewayConfig gateway,
            DegradedConfig degraded,
            CollectConfig collect)
            throws Exception {
        DroverConfig shipped = ConfigFile.read(REPOSITORY.resolve("config.yml"));
        PolicyConfig rules = policy == null ? PolicyConfig.of(REPOSITORY.resolve("rules"), false, null, null) : policy;
        DroverConfig config = new DroverConfig(
                database, rules, placement, keys(), null, null, gateway, degraded, collect, NO_PROBES, null);
        Path home = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "broker-");
        DefaultServerFactory server = (DefaultServerFactory) shipped.getServerFactory();
        ((HttpConnectorFactory) server.getApplicationConnectors().get(0)).setPort(0);
        ((HttpConnectorFactory) server.getAdminConnectors().get(0)).setPort(0);
        server.getGzipFilterFactory().setEnabled(true); // as by default: it must not matter
        config.setServerFactory(server);
        DefaultLoggingFactory logging = (DefaultLoggingFactory) shipped.getLoggingFactory();
        logging.setLevel(Level.WARN.toString());
        config.setLoggingFactory(logging);
        DropwizardTestSupport<DroverConfig> application = new DropwizardTestSupport<>(DroverApplication.class, config) {
            @Override
            public DroverApplication newApplication() {
                return new DroverApplication(home, Map.of());
            }
        };
        application.before();
        return new BrokerInstance(application);
    }

    static PlacementConfig placement(boolean enabled, int leaseSeconds, boolean singleSessionPerUser) {
        return PlacementConfig.of(
                enabled, 600, leaseSeconds, null, null, null, null, null, singleSessionPerUser, null, null, null, null);
    }

    private static KeysConfig keys() {
        return KeysConfig.of(
                null,
                new KeyConfig(null, null, ENROLLMENT_KEY, null, null),
                List.of(
                        new KeyConfig("first", null, BROKER_KEY, null, null),
                        new KeyConfig("second", null, SECOND_BROKER_KEY, null, null)),
                List.of(
                        new KeyConfig("console", Role.ADMIN, OPERATOR_KEY, null, null),
                        new KeyConfig("guest", Role.VIEWER, VIEWER_KEY, null, null),
                        new KeyConfig("helpdesk", Role.OPERATOR, HELPDESK_KEY, null, null),
                        new KeyConfig("author", Role.POLICY_AUTHOR, AUTHOR_KEY, null, null)));
    }

    BrokerClient client() {
        return new BrokerClient(port());
    }

    /** Asks the admin connector, which has the metrics. */
    BrokerClient admin() {
        return new BrokerClient(application.getAdminPort());
    }

    int port() {
        return application.getLocalPort();
    }

    @Override
    public void close() {
        application.after();
    }
}
