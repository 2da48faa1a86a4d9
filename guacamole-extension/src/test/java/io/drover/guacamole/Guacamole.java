package io.drover.guacamole;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.environment.DelegatingEnvironment;
import org.apache.guacamole.environment.LocalEnvironment;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.auth.AbstractAuthenticatedUser;
import org.apache.guacamole.net.auth.AbstractUserContext;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.AuthenticationProvider;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.Credentials;
import org.apache.guacamole.net.auth.Directory;
import org.apache.guacamole.net.auth.User;
import org.apache.guacamole.net.auth.UserContext;
import org.apache.guacamole.net.auth.simple.SimpleAuthenticationProvider;
import org.apache.guacamole.net.auth.simple.SimpleConnection;
import org.apache.guacamole.net.auth.simple.SimpleDirectory;
import org.apache.guacamole.net.auth.simple.SimpleUser;
import org.apache.guacamole.properties.GuacamoleProperty;
import org.apache.guacamole.protocol.GuacamoleClientInformation;
import org.apache.guacamole.protocol.GuacamoleConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * What of Guacamole's web application the extension meets: settings, a user who has logged in, another extension's
 * data.
 */
final class Guacamole implements AutoCloseable {

    /** What must never leave Guacamole. */
    static final String PASSWORD = "anna's own password";

    private static final AuthenticationProvider ELSEWHERE = new SimpleAuthenticationProvider() {

        @Override
        public String getIdentifier() {
            return "elsewhere";
        }

        @Override
        public Map<String, GuacamoleConfiguration> getAuthorizedConfigurations(Credentials credentials) {
            return Collections.emptyMap();
        }
    };

    private final SharedGateway gateway;
    private final DroverAuthenticationProvider provider;
    private final PublishingAuthenticationProvider publishing;

    private Guacamole(Properties properties) {
        gateway = SharedGateway.on(properties);
        provider = new DroverAuthenticationProvider(gateway);
        publishing = new PublishingAuthenticationProvider(gateway);
    }

    /** One with these properties: name, value, name, value. */
    static Guacamole with(String... properties) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < properties.length; i += 2) {
            all.put(properties[i], properties[i + 1]);
        }
        return new Guacamole(new Properties(all));
    }

    /** One that publishes, and whose environment has a fault as soon as one of these properties is read. */
    static Guacamole failing(Throwable fault, String... properties) {
        Map<String, String> all = new HashMap<>(Map.of("drover-publish", "true"));
        return new Guacamole(new Properties(all) {

            @Override
            public <T> @Nullable T getProperty(GuacamoleProperty<T> property) throws GuacamoleException {
                if (Arrays.asList(properties).contains(property.getName())) {
                    fail(fault);
                }
                return super.getProperty(property);
            }
        });
    }

    private static void fail(Throwable fault) throws GuacamoleException {
        if (fault instanceof GuacamoleException known) {
            throw known;
        }
        throw (Error) fault;
    }

    /** One that asks these brokers with the right key, and has patience with a busy machine. */
    static Guacamole asking(String urls) {
        return with(
                "drover-url", urls,
                "drover-key", BrokerProcess.KEY,
                "drover-node-id", "node-1",
                "drover-timeout", "4000",
                "drover-hold", "5000");
    }

    DroverAuthenticationProvider provider() {
        return provider;
    }

    PublishingAuthenticationProvider publishing() {
        return publishing;
    }

    /** A connection to a desktop of the broker, as an administrator would set it up. */
    static Connection desktop(String resource) {
        return connection(resource, resource, "${SESSIONGUARD_HOST}");
    }

    /** A connection of another extension, with our attribute if it is given. */
    static Connection connection(String name, @Nullable String resource, String hostname) {
        GuacamoleConfiguration configuration = new GuacamoleConfiguration();
        configuration.setProtocol("rdp");
        configuration.setParameter("hostname", hostname);
        configuration.setParameter("username", "${GUAC_USERNAME}");
        configuration.setParameter("password", "${GUAC_PASSWORD}");
        configuration.setParameter("remote-app", "${SESSIONGUARD_REMOTE_APP}");
        configuration.setParameter("remote-app-dir", "${SESSIONGUARD_REMOTE_APP_DIR}");
        configuration.setParameter("remote-app-args", "${SESSIONGUARD_REMOTE_APP_ARGS}");
        return new Stored(name, configuration, resource);
    }

    /** The data of another extension, as a user sees it with this one installed. */
    UserContext seenBy(AuthenticatedUser user, Connection... connections) {
        return provider.decorate(new Elsewhere(connections), user, credentials(user.getIdentifier()));
    }

    /** A user clicks a connection. */
    GuacamoleTunnel click(String user, Connection connection) throws GuacamoleException {
        return click(seenBy(user(user), connection), connection.getIdentifier());
    }

    /** A user clicks a connection of a page that is already open. */
    static GuacamoleTunnel click(UserContext page, String connection) throws GuacamoleException {
        Connection clicked =
                Objects.requireNonNull(page.getConnectionDirectory().get(connection));
        return clicked.connect(
                new GuacamoleClientInformation(), tokens(page.self().getIdentifier()));
    }

    /** The same for a user of single sign-on, whose password nobody knows. */
    static GuacamoleTunnel clickWithoutPassword(UserContext page, String connection) throws GuacamoleException {
        Map<String, String> tokens = new HashMap<>(tokens(page.self().getIdentifier()));
        tokens.remove("GUAC_PASSWORD");
        return Objects.requireNonNull(page.getConnectionDirectory().get(connection))
                .connect(new GuacamoleClientInformation(), tokens);
    }

    /** What the web application knows of a user when a connection is made. */
    static Map<String, String> tokens(String user) {
        return Map.of("GUAC_USERNAME", user, "GUAC_PASSWORD", PASSWORD, "GUAC_CLIENT_ADDRESS", "192.0.2.7");
    }

    /** Someone who has logged in. */
    static AuthenticatedUser user(String name, String... groups) {
        AbstractAuthenticatedUser user = new AbstractAuthenticatedUser() {

            @Override
            public AuthenticationProvider getAuthenticationProvider() {
                return ELSEWHERE;
            }

            @Override
            public Credentials getCredentials() {
                return credentials(name);
            }

            @Override
            public Set<String> getEffectiveUserGroups() {
                return new LinkedHashSet<>(Arrays.asList(groups));
            }
        };
        user.setIdentifier(name);
        return user;
    }

    /** What the properties say. */
    Settings settings() throws GuacamoleException {
        return Settings.read(gateway.environment());
    }

    /** Half a minute has passed. */
    void announce() throws GuacamoleException {
        gateway.get().announce();
    }

    static Credentials credentials(String user) {
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                Guacamole.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> method.getReturnType() == String.class ? "192.0.2.7" : null);
        return new Credentials(user, PASSWORD, request);
    }

    @Override
    public void close() {
        provider.shutdown();
        publishing.shutdown();
    }

    /** guacamole.properties. */
    private static class Properties extends DelegatingEnvironment {

        private final Map<String, String> values;

        Properties(Map<String, String> values) {
            super(LocalEnvironment.getInstance());
            this.values = values;
        }

        @Override
        public <T> @Nullable T getProperty(GuacamoleProperty<T> property) throws GuacamoleException {
            return property.parseValue(values.get(property.getName()));
        }
    }

    /** A connection that keeps attributes, as those of a database do. */
    private static final class Stored extends SimpleConnection {

        private final Map<String, String> attributes = new HashMap<>();

        Stored(String name, GuacamoleConfiguration configuration, @Nullable String resource) {
            super(name, "id of " + name, configuration, true);
            if (resource != null) {
                attributes.put("drover-resource", resource);
            }
        }

        @Override
        public Map<String, String> getAttributes() {
            return attributes;
        }
    }

    /** Another extension's data: connections, and no more. */
    private static final class Elsewhere extends AbstractUserContext {

        private final Directory<Connection> directory;

        Elsewhere(Connection... connections) {
            directory = new SimpleDirectory<>(Arrays.asList(connections));
        }

        @Override
        public User self() {
            return new SimpleUser("anna");
        }

        @Override
        public @Nullable Object getResource() {
            return null;
        }

        @Override
        public AuthenticationProvider getAuthenticationProvider() {
            return ELSEWHERE;
        }

        @Override
        public Directory<Connection> getConnectionDirectory() {
            return directory;
        }
    }
}
