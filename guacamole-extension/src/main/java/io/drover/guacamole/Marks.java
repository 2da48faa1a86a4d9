package io.drover.guacamole;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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

    private final UserContext context;
    private final Supplier<Environment> environment;

    Marks(UserContext context, Supplier<Environment> environment) {
        this.context = context;
        this.environment = environment;
    }

    /** The resource that a connection names, empty when the broker is to find it; null when it is not brokered. */
    @Nullable
    String resourceOf(Connection connection) {
        Map<String, String> attributes = connection.getAttributes();
        String attribute = attributes == null ? null : attributes.get(ATTRIBUTE);
        if (attribute != null && !attribute.trim().isEmpty()) {
            return attribute.trim();
        }
        return isListed(connection) || carriesToken(connection) ? "" : null;
    }

    private boolean isListed(Connection connection) {
        for (String listed : listed()) {
            if (listed.equals(folded(connection.getName())) || listed.equals(folded(connection.getIdentifier()))) {
                return true;
            }
        }
        return false;
    }

    private Set<String> listed() {
        try {
            return new SettingsReader(environment.get()).names("drover-connections");
        } catch (GuacamoleException e) {
            LOG.warn("drover-connections cannot be read; none is taken to be in it: {}", e.getMessage());
            return Collections.emptySet();
        }
    }

    private static String folded(@Nullable String text) {
        return text == null ? "" : text.trim().toLowerCase(Locale.ROOT);
    }

    private boolean carriesToken(Connection connection) {
        // As Guacamole reads it: after a further $ it is no token.
        Pattern token = Pattern.compile("(?<!\\$)\\$\\{" + Pattern.quote(prefix()) + "_[A-Za-z0-9_]*(:.*)?\\}");
        GuacamoleConfiguration configuration = fullConfiguration(connection);
        return configuration != null
                && configuration.getParameters().values().stream()
                        .anyMatch(value -> value != null && token.matcher(value).find());
    }

    /** With a wrong one in the settings, connections with the usual tokens are asked for, and told what is wrong. */
    private String prefix() {
        try {
            return Settings.prefix(new SettingsReader(environment.get()));
        } catch (GuacamoleException e) {
            return Settings.USUAL_PREFIX;
        }
    }

    /** With parameters that the user may not see. */
    private @Nullable GuacamoleConfiguration fullConfiguration(Connection connection) {
        try {
            Connection full = context.getPrivileged().getConnectionDirectory().get(connection.getIdentifier());
            return full == null ? connection.getConfiguration() : full.getConfiguration();
        } catch (GuacamoleException | RuntimeException e) {
            LOG.debug("The parameters of a connection cannot be read; those that the user may see must do", e);
            return connection.getConfiguration();
        }
    }
}
