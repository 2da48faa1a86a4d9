package io.drover;

import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import net.sourceforge.argparse4j.inf.Namespace;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The broker service within this process, from its start to its stop. */
public final class BrokerServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerServer.class);
    private static final String APPLICATION = "application";
    private static final String ADMIN = "admin";

    private final Server server;

    private BrokerServer(Server server) {
        this.server = server;
    }

    /**
     * Starts the service and returns when it answers.
     *
     * @param config the configuration file; relative paths in it are counted from its folder
     * @param variables what may be referred to in the file, usually the environment
     * @throws Exception why it does not start, nothing of it being left running
     */
    public static BrokerServer start(Path config, Map<String, String> variables) throws Exception {
        return start(config, variables, InstantSource.system());
    }

    /** Starts the service as on a machine with another time of day, which it looks at once. */
    public static BrokerServer start(Path config, Map<String, String> variables, InstantSource wall) throws Exception {
        Path home = config.toAbsolutePath().normalize().resolveSibling("");
        DroverApplication application = new DroverApplication(home, variables, wall);
        Bootstrap<DroverConfig> bootstrap = new Bootstrap<>(application);
        application.initialize(bootstrap);
        bootstrap.registerMetrics();
        Start start = new Start(application);
        start.run(bootstrap, new Namespace(Map.of("file", config.toString())));
        BrokerServer started = new BrokerServer(Objects.requireNonNull(start.server));
        LOG.info("Ready at {}; metrics and log levels at {}", started.listening(APPLICATION), started.listening(ADMIN));
        return started;
    }

    private String listening(String name) {
        return Arrays.stream(server.getConnectors())
                .filter(connector -> name.equals(connector.getName()))
                .filter(ServerConnector.class::isInstance)
                .map(connector -> url((ServerConnector) connector))
                .collect(Collectors.joining(", "));
    }

    private static String url(ServerConnector connector) {
        String scheme = connector.getConnectionFactory(SslConnectionFactory.class) == null ? "http" : "https";
        String host = Objects.requireNonNullElse(connector.getHost(), "0.0.0.0");
        return scheme + "://" + host + ":" + connector.getLocalPort();
    }

    /** Where it answers on this machine, by plain HTTP. */
    public URI address() {
        return Arrays.stream(server.getConnectors())
                .filter(connector -> APPLICATION.equals(connector.getName()))
                .filter(NetworkConnector.class::isInstance)
                .map(connector -> URI.create("http://127.0.0.1:" + ((NetworkConnector) connector).getLocalPort()))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until it is stopped. */
    public void join() throws InterruptedException {
        server.join();
    }

    /** Stops it: requests under way are answered, everything is on disk, its own database server has ended. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("the broker did not stop cleanly", e);
        }
    }

    /** Remembers the server that it starts. */
    private static final class Start extends ServerCommand<DroverConfig> {

        private final DroverApplication application;
        private @Nullable Server server;

        Start(DroverApplication application) {
            super(application);
            this.application = application;
        }

        @Override
        protected void run(Environment environment, Namespace namespace, DroverConfig config) throws Exception {
            environment.lifecycle().addServerLifecycleListener(started -> server = started);
            environment.lifecycle().addEventListener(new LifeCycle.Listener() {
                @Override
                public void lifeCycleStopped(LifeCycle stopped) {
                    LOG.info("Stopped");
                }
            });
            try {
                super.run(environment, namespace, config);
            } catch (Exception e) {
                application.abandon();
                throw e;
            }
        }
    }
}
