package io.drover.guacamole;

import java.util.Locale;
import java.util.function.Supplier;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.environment.Environment;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.UserContext;
import org.apache.guacamole.protocol.GuacamoleConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which connections are brokered: those with our attribute, those with one of our tokens in a parameter, and
 * those in the list of the settings. It asks no broker, and a fault in the settings leaves other connections alone.
 */
final class Marks {

    /** The attribute that names a resource of the broker. */
    static final String ATTRIBUTE = "drover-resource";

    private static final Logger LOG = LoggerFactory.getLogger(Marks.class);
    private static final String USUAL_PREFIX = "SESSIONGUARD";

    private final UserContext context;
    private final Supplier<Environment> environment;

    Marks(UserContext context, Supplier<Environment> environment) {
        this.context = context;
        this.environment = environment;
    }

    /** The resource that a connection names, empty when the broker is to find it; null when it is not brokered. */
    @Nullable
    String resourceOf(Connection connection) throws GuacamoleException {
        String attribute = connection.getAttributes().get(ATTRIBUTE);
        if (attribute != null && !attribute.trim().isEmpty()) {
            return attribute.trim();
        }
        return isListed(connection) || carriesToken(connection) ? "" : null;
    }

    private boolean isListed(Connection connection) throws GuacamoleException {
        for (String listed : new SettingsReader(environment.get()).names("drover-connections")) {
            if (listed.equals(folded(connection.getName())) || listed.equals(folded(connection.getIdentifier()))) {
                return true;
            }
        }
        return false;
    }

    private static String folded(@Nullable String text) {
        return text == null ? "" : text.trim().toLowerCase(Locale.ROOT);
    }

    private boolean carriesToken(Connection connection) throws GuacamoleException {
        String start = "${" + new SettingsReader(environment.get()).text("drover-token-prefix", USUAL_PREFIX) + "_";
        GuacamoleConfiguration configuration = fullConfiguration(connection);
        return configuration != null
                && configuration.getParameters().values().stream()
                        .anyMatch(value -> value != null && value.contains(start));
    }

    /** With parameters that the user may not see. */
    private @Nullable GuacamoleConfiguration fullConfiguration(Connection connection) {
        try {
            Connection full = context.getPrivileged().getConnectionDirectory().get(connection.getIdentifier());
            return full == null ? connection.getConfiguration() : full.getConfiguration();
        } catch (GuacamoleException e) {
            LOG.debug("The parameters of a connection cannot be read; those that the user may see must do", e);
            return connection.getConfiguration();
        }
    }
}
