package io.drover.guacamole;

import com.google.gson.JsonElement;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleResourceNotFoundException;
import org.apache.guacamole.GuacamoleSecurityException;
import org.apache.guacamole.GuacamoleServerBusyException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.GuacamoleUpstreamTimeoutException;
import org.apache.guacamole.GuacamoleUpstreamUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says why there is no host, in the terms that Guacamole's pages have words for. */
final class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private Refusals() {}

    /** No broker answered. */
    static GuacamoleException away(BrokerAwayException e) {
        return e.slow()
                ? new GuacamoleUpstreamTimeoutException("no broker answers in time", e)
                : new GuacamoleUpstreamUnavailableException("no broker can be reached", e);
    }

    /** A broker answered, and not with a host. */
    static GuacamoleException refused(Reply reply) {
        String message = message(reply);
        // Guacamole logs it again, with the tunnel.
        LOG.debug("Not connected: {}", message);
        switch (reply.code()) {
            case "no_eligible_host":
                return new GuacamoleServerBusyException(message);
            case "resource_not_found":
            case "farm_unavailable":
                return new GuacamoleResourceNotFoundException(message);
            case "forbidden":
                return new GuacamoleSecurityException(message);
            case "broker_disabled":
                return new GuacamoleUpstreamUnavailableException(message);
            default:
                return reply.inTrouble()
                        ? new GuacamoleUpstreamUnavailableException(message)
                        : new GuacamoleServerException(message);
        }
    }

    private static String message(Reply reply) {
        StringBuilder message = new StringBuilder("the broker answers " + reply);
        for (String field : new String[] {"error", "decision_id", "excluded"}) {
            JsonElement value = reply.object().get(field);
            if (value != null) {
                message.append(", ").append(field).append(' ').append(LogText.of(value.toString()));
            }
        }
        return message.toString();
    }
}
