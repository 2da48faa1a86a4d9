package io.drover.guacamole;

import org.apache.guacamole.net.auth.AbstractAuthenticationProvider;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.Credentials;
import org.apache.guacamole.net.auth.UserContext;

/**
 * Lets connections of any other extension be brokered. It logs nobody in, and connections that are not marked for the
 * broker never depend on it.
 */
public final class DroverAuthenticationProvider extends AbstractAuthenticationProvider {

    private final SharedGateway gateway;

    /** Made by Guacamole. Reads nothing and cannot fail. */
    public DroverAuthenticationProvider() {
        this(SharedGateway.ofGuacamole());
    }

    DroverAuthenticationProvider(SharedGateway gateway) {
        this.gateway = gateway;
        gateway.join();
    }

    @Override
    public String getIdentifier() {
        return "drover";
    }

    @Override
    public UserContext decorate(UserContext context, AuthenticatedUser user, Credentials credentials) {
        if (context.getAuthenticationProvider() instanceof PublishingAuthenticationProvider) {
            return context;
        }
        return new BrokeredUserContext(context, user, gateway);
    }

    @Override
    public void shutdown() {
        gateway.leave();
    }
}
