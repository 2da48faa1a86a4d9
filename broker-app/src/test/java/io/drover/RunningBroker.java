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
import io.drover.policy.PolicyConfig;
import io.drover.probe.ProbeConfig;
import java.net.http.HttpRequest.BodyPublishers;
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

    /** Starts one on the settings of {@code config.yml}, with everything that it keeps in a folder. */
    public static RunningBroker startIn(Path folder) throws Exception {
        return start(embeddedIn(folder), folder.resolve("keys.yml"));
    }

    /** The same with candidate rules beside those that decide. */
    public static RunningBroker startIn(Path folder, Path candidate) throws Exception {
        PolicyConfig shipped = ConfigFile.read(Path.of("../config.yml")).policy();
        PolicyConfig policy = PolicyConfig.of(shipped.folder(), false, shipped.suites(), candidate.toAbsolutePath());
        return start(embeddedIn(folder), folder.resolve("keys.yml"), 0, policy);
    }

    private static DatabaseConfig embeddedIn(Path folder) {
        return DatabaseConfig.embeddedIn(
                folder.resolve("postgres"),
                Path.of("target", "postgres-binaries").toAbsolutePath());
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
        return start(
                database,
                keyFile,
                port,
                ConfigFile.read(Path.of("../config.yml")).policy());
    }

    private static RunningBroker start(DatabaseConfig database, Path keyFile, int port, PolicyConfig policy)
            throws Exception {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        DroverConfig config = config(database, keyFile, port, policy);
        DropwizardTestSupport<DroverConfig> app = new DropwizardTestSupport<>(DroverApplication.class, config) {
            @Override
            public Application<DroverConfig> newApplication() {
                return new DroverApplication(Path.of(".."), Map.of());
            }
        };
        app.before();
        return new RunningBroker(app, yaml.readTree(keyFile.toFile()));
    }

    private static DroverConfig config(DatabaseConfig database, Path keyFile, int port, PolicyConfig policy) {
        DroverConfig shipped = ConfigFile.read(Path.of("../config.yml"));
        DroverConfig config = new DroverConfig(
                database,
                policy,
                shipped.placement(),
                new KeysConfig(keyFile.toAbsolutePath().toString(), null, List.of(), operators()),
                null,
                null,
                null,
                null,
                null,
                ProbeConfig.of(false, null, null, null, null),
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

    /** A host that enrolled. */
    public record Machine(String id, String token) {}

    /** Enrols a host under a name, which is its machine id too. */
    public Machine enrol(String name) {
        Answer answer = send(request("/api/v1/agents/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"enrollment_token\": \"" + enrollmentToken() + "\", \"name\": \""
                        + name + "\", \"machine_id\": \"" + name + "\"}")));
        return new Machine(
                answer.body().path("agent_id").asText(),
                answer.body().path("token").asText());
    }

    /** Reports for a host. */
    public Answer beat(Machine machine, String heartbeat) {
        return send(request("/api/v1/agents/heartbeat", machine.token())
                .header("X-Agent-ID", machine.id())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(heartbeat)));
    }

    /** Enrols a healthy host and reports for it once; gives its id. */
    public Machine host(String name, int cpu) {
        Machine machine = enrol(name);
        Answer answer = beat(
                machine,
                "{\"protocol_version\": 4, \"health\": {\"score\": 95}, \"server\": {\"hostname\": \"" + name
                        + "\", \"cpu_percent\": " + cpu + "}}");
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.text());
        }
        return machine;
    }

    @Override
    public void close() {
        app.after();
    }
}
