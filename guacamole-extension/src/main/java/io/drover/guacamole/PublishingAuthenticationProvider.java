package io.drover.guacamole;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.auth.AbstractAuthenticationProvider;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.Credentials;
import org.apache.guacamole.net.auth.UserContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows users the broker's resources as connections, without any connection defined in Guacamole. Off unless
 * {@code drover-publish} is true; and whatever happens, users can log in.
 */
public final class PublishingAuthenticationProvider extends AbstractAuthenticationProvider {

    private static final Logger LOG = LoggerFactory.getLogger(PublishingAuthenticationProvider.class);

    private final SharedGateway gateway;
    private final AtomicBoolean said = new AtomicBoolean();

    /** Made by Guacamole. Reads nothing and cannot fail. */
    public PublishingAuthenticationProvider() {
        this(SharedGateway.ofGuacamole());
    }

    PublishingAuthenticationProvider(SharedGateway gateway) {
        this.gateway = gateway;
        gateway.join();
    }

    @Override
    public String getIdentifier() {
        return "drover-published";
    }

    @Override
    public @Nullable UserContext getUserContext(AuthenticatedUser user) {
        try {
            return isOn() ? new PublishedUserContext(this, user, gateway, resources(user)) : null;
        } catch (RuntimeException | Error e) {
            LOG.error("What the broker publishes is not shown", e);
            return null;
        }
    }

    private boolean isOn() {
        try {
            return Settings.publish(gateway.environment());
        } catch (GuacamoleException e) {
            if (said.compareAndSet(false, true)) {
                LOG.error("Nothing is published: {}", e.getMessage());
            }
            return false;
        }
    }

    /** Reads the list again, as when a user reloads the page. */
    @Override
    public @Nullable UserContext updateUserContext(
            UserContext context, AuthenticatedUser user, Credentials credentials) {
        return getUserContext(user);
    }

    private List<PublishedResource> resources(AuthenticatedUser user) {
        try {
            return gateway.get().resources().of(Person.of(user, null));
        } catch (GuacamoleException e) {
            // The settings are wrong, which has been said.
            return Collections.emptyList();
        } catch (RuntimeException e) {
            LOG.error("What the broker publishes could not be read", e);
            return Collections.emptyList();
        }
    }

    @Override
    public void shutdown() {
        gateway.leave();
    }
}
