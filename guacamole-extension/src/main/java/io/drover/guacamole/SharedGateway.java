package io.drover.guacamole;

import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.environment.Environment;
import org.apache.guacamole.environment.LocalEnvironment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway that the two providers of this extension use. Guacamole makes each of them by itself, through a
 * constructor without arguments, so they can only meet here. It is made on first use: a provider that fails while
 * Guacamole starts would let users in as if it were not there.
 */
final class SharedGateway {

    private static final Logger LOG = LoggerFactory.getLogger(SharedGateway.class);
    private static final SharedGateway OF_GUACAMOLE = new SharedGateway(null);

    private final @Nullable Environment given;
    private @Nullable Gateway gateway;
    private int providers;

    private SharedGateway(@Nullable Environment given) {
        this.given = given;
    }

    /** The one of this Guacamole. */
    static SharedGateway ofGuacamole() {
        return OF_GUACAMOLE;
    }

    /** One on settings of its own. */
    static SharedGateway on(Environment environment) {
        return new SharedGateway(environment);
    }

    Environment environment() {
        return given == null ? LocalEnvironment.getInstance() : given;
    }

    /** Counts a provider in. */
    synchronized void join() {
        providers++;
    }

    /** Counts a provider out; the last one ends everything. */
    synchronized void leave() {
        providers--;
        Gateway last = gateway;
        if (providers == 0 && last != null) {
            gateway = null;
            last.close();
        }
    }

    /**
     * The gateway.
     *
     * @throws GuacamoleException what is wrong with the settings; or Guacamole stops
     */
    synchronized Gateway get() throws GuacamoleException {
        Gateway known = gateway;
        if (known == null) {
            if (providers == 0) {
                throw new GuacamoleServerException("Guacamole stops");
            }
            known = start();
            gateway = known;
        }
        return known;
    }

    private Gateway start() throws GuacamoleException {
        try {
            Settings settings = Settings.read(environment());
            LOG.info("Brokered connections ask {} as node {}.", settings.urls(), settings.nodeId());
            return new Gateway(settings);
        } catch (GuacamoleException e) {
            LOG.error("No connection can be brokered: {}", e.getMessage());
            throw e;
        }
    }
}
