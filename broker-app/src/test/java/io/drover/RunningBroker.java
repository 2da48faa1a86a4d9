package io.drover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.core.Application;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.testing.DropwizardTestSupport;
import io.drover.auth.KeyConfig;
import io.drover.auth.KeysConfig;
import io.drover.auth.Role;
import io.drover.database.DatabaseConfig;
import io.drover.http.HttpCalls;
import io.drover.http.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The whole broker with the shipped rules, on free ports; several may run at once. */
public final class RunningBroker extends HttpCalls implements AutoCloseable {

    private final DropwizardTestSupport<DroverConfig> app;
    private final JsonNode keys;

    private RunningBroker(DropwizardTestSupport<DroverConfig> app, JsonNode keys) {
        this.app = app;
        this.keys = keys;
    }

    /**
     * Starts one on the settings of {@code config.yml}, but with its own database and keys.
     *
     * @param keyFile where its keys are, or will be
     */
    public static RunningBroker start(DatabaseConfig database, Path keyFile) throws Exception {
        return start(database, keyFile, 0);
    }

    /** The same on a port of its own. */
    static RunningBroker start(DatabaseConfig database, Path keyFile, int port) throws Exception {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        DroverConfig config = config(database, keyFile, port);
        DropwizardTestSupport<DroverConfig> app = new DropwizardTestSupport<>(DroverApplication.class, config) {
            @Override
            public Application<DroverConfig> newApplication() {
                return new DroverApplication(Path.of(".."), Map.of());
            }
        };
        app.before();
        return new RunningBroker(app, yaml.readTree(keyFile.toFile()));
    }

    private static DroverConfig config(DatabaseConfig database, Path keyFile, int port) {
        DroverConfig shipped = ConfigFile.read(Path.of("../config.yml"));
        DroverConfig config = new DroverConfig(
                database,
                shipped.policy(),
                shipped.placement(),
                new KeysConfig(keyFile.toAbsolutePath().toString(), null, List.of(), operators()),
                null,
                null,
                null);
        DefaultServerFactory server = (DefaultServerFactory) shipped.getServerFactory();
        ((HttpConnectorFactory) server.getApplicationConnectors().get(0)).setPort(port);
        ((HttpConnectorFactory) server.getAdminConnectors().get(0)).setPort(0);
        config.setServerFactory(server);
        config.setLoggingFactory(shipped.getLoggingFactory());
        return config;
    }

    private static List<KeyConfig> operators() {
        return List.of(
                new KeyConfig("vera", Role.VIEWER, TestServer.VIEWER, null, null),
                new KeyConfig("otto", Role.OPERATOR, TestServer.OPERATOR, null, null),
                new KeyConfig("paula", Role.POLICY_AUTHOR, TestServer.POLICY_AUTHOR, null, null),
                new KeyConfig("ada", Role.ADMIN, TestServer.ADMIN, null, null));
    }

    /** Everything that answers requests. */
    Set<Class<?>> resources() {
        return app.getEnvironment().jersey().getResourceConfig().getClasses();
    }

    @Override
    public int port() {
        return app.getLocalPort();
    }

    /** Where its admin connector listens. */
    public int adminPort() {
        return app.getAdminPort();
    }

    /** The gateway's key. */
    public String brokerKey() {
        return keys.path("broker").asText();
    }

    /** The key of an operator that may do everything. */
    public String adminKey() {
        return TestServer.ADMIN;
    }

    /** What new agents present. */
    public String enrollmentToken() {
        return keys.path("enrollment").asText();
    }

    @Override
    public void close() {
        app.after();
    }
}
