package io.drover.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dropwizard.core.Application;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.testing.DropwizardTestSupport;
import io.drover.ConfigFile;
import io.drover.DroverConfig;
import io.drover.auth.Access;
import io.drover.auth.AgentTokens;
import io.drover.auth.PlainKeys;
import io.drover.auth.Role;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The broker's HTTP side with the settings of {@code config.yml}, on free ports, with the resources that a test gives
 * it, and with known keys. Register it in a static field: {@code @RegisterExtension static final TestServer server =
 * new TestServer(access -> List.of(new FarmResource(...)));}
 */
public final class TestServer extends HttpCalls implements BeforeAllCallback, AfterAllCallback {

    public static final String ENROLLMENT = "enrollment-7f3a9c1e5b8d2046";
    public static final String BROKER = "broker-one-7f3a9c1e5b8d2046";
    public static final String SECOND_BROKER = "broker-two-1c5e9a3f7b2d8064";
    public static final String VIEWER = "viewer-2b8d46a0c17f3e95d1";
    public static final String OPERATOR = "operator-93e5d17fb8a0c264";
    public static final String POLICY_AUTHOR = "author-c17f3e95b8d2046a0";
    public static final String ADMIN = "admin-0a4c6e8b1d3f57920f6b";
    public static final String AGENT_ID = "00000000000000000000000000000001";
    public static final String AGENT_TOKEN = "e95b8d2046a0c17f3e95b8d2046a0c17f3e95b8d2046a0c17f3e95b8d2046a0c";

    private final Function<Access, List<?>> resources;
    private final List<ErrorTranslation> translations = new ArrayList<>();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-02T09:00:00Z"));
    private final DroverConfig config = config();
    private final DropwizardTestSupport<DroverConfig> app;
    private AgentTokens agents = TestServer::tokenHash;

    /** Serves these resources. */
    public TestServer(Function<Access, List<?>> resources) {
        this.resources = resources;
        this.app = new DropwizardTestSupport<>(App.class, config) {
            @Override
            public Application<DroverConfig> newApplication() {
                return new App();
            }
        };
    }

    /** Answers a feature's fault like this. */
    public TestServer translating(ErrorTranslation translation) {
        translations.add(translation);
        return this;
    }

    /** Knows these agents instead of the one. */
    public TestServer agents(AgentTokens tokens) {
        agents = tokens;
        return this;
    }

    /** Closes connections on which nothing moves for so long. */
    public TestServer idleTimeout(Duration time) {
        connector(config).setIdleTimeout(io.dropwizard.util.Duration.milliseconds(time.toMillis()));
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        start();
    }

    /** Starts it; JUnit does it for a registered one. */
    public void start() throws Exception {
        app.before();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        app.after();
    }

    /** Moves the clock that judges wrong credentials. */
    public void advance(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    @Override
    public int port() {
        return app.getLocalPort();
    }

    /** A request of the one agent. */
    public HttpRequest.Builder agentRequest(String path) {
        return request(path, AGENT_TOKEN).header("X-Agent-ID", AGENT_ID);
    }

    public int adminPort() {
        return app.getAdminPort();
    }

    private static DroverConfig config() {
        try {
            DroverConfig config = ConfigFile.read(Path.of("../config.yml"));
            DefaultServerFactory server = (DefaultServerFactory) config.getServerFactory();
            connector(config).setPort(0);
            ((HttpConnectorFactory) server.getAdminConnectors().get(0)).setPort(0);
            return config;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpConnectorFactory connector(DroverConfig config) {
        DefaultServerFactory server = (DefaultServerFactory) config.getServerFactory();
        return (HttpConnectorFactory) server.getApplicationConnectors().get(0);
    }

    static Optional<byte[]> tokenHash(String agentId) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(AGENT_TOKEN.getBytes(UTF_8));
            return agentId.equals(AGENT_ID) ? Optional.of(hash) : Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PlainKeys keys() {
        return new PlainKeys(
                ENROLLMENT,
                List.of(new PlainKeys.Key("one", BROKER), new PlainKeys.Key("two", SECOND_BROKER)),
                List.of(
                        new PlainKeys.OperatorKey("vera", Role.VIEWER, VIEWER),
                        new PlainKeys.OperatorKey("otto", Role.OPERATOR, OPERATOR),
                        new PlainKeys.OperatorKey("paula", Role.POLICY_AUTHOR, POLICY_AUTHOR),
                        new PlainKeys.OperatorKey("ada", Role.ADMIN, ADMIN)));
    }

    private final class App extends Application<DroverConfig> {

        @Override
        public void run(DroverConfig config, Environment environment) {
            InstantSource clock = now::get;
            AtomicLong refs = new AtomicLong();
            Access access = new Access(keys(), agents, clock);
            access.install(environment);
            new HttpLayer(() -> "ref-" + refs.incrementAndGet(), access.gate(), translations)
                    .install(environment, config.getServerFactory());
            resources.apply(access).forEach(environment.jersey()::register);
        }
    }
}
