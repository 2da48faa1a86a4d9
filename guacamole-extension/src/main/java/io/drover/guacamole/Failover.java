package io.drover.guacamole;

import java.util.concurrent.TimeUnit;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects a user to a host, and to another one when that host does not answer, before the user sees anything of it.
 */
final class Failover {

    private static final Logger LOG = LoggerFactory.getLogger(Failover.class);

    /** Guacamole's pages give up after 15 s. */
    private static final int MOST_MILLIS = 14_000;

    private final Settings settings;
    private final Brokers brokers;
    private final OpenPlacements open;
    private final Reports reports;
    private final Workers workers;

    Failover(Settings settings, Brokers brokers, OpenPlacements open, Reports reports, Workers workers) {
        this.settings = settings;
        this.brokers = brokers;
        this.open = open;
        this.reports = reports;
        this.workers = workers;
    }

    /**
     * Connects.
     *
     * @param whenOver done when a connection of this question has ended or failed
     * @throws GuacamoleException when the broker has no host, or guacd cannot be reached
     */
    GuacamoleTunnel connect(Question first, Runnable whenOver, Opener opener) throws GuacamoleException {
        long start = System.nanoTime();
        Question question = first;
        Placement placement = ask(question);
        for (int attempt = 1; ; attempt++) {
            PlacedTunnel tunnel = open(placement, whenOver, opener);
            Appearance.State state = tunnel.hold(workers, settings.hold());
            if (state != Appearance.State.FAILED || attempt >= settings.tries() || !isTimeLeft(start)) {
                return tunnel;
            }
            question = question.without(placement.agentId(), RequestIds.fresh());
            try {
                placement = ask(question);
            } catch (GuacamoleException e) {
                // The user is told what the failed host had to say.
                return tunnel;
            }
            LOG.info("Agent {} did not answer; agent {} is tried.", question.lastExcluded(), placement.agentId());
            closeQuietly(tunnel);
        }
    }

    /** Whether one more try would end in time, however long it takes. */
    private boolean isTimeLeft(long start) {
        long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        return spent + settings.timeout() + settings.hold() <= MOST_MILLIS;
    }

    private Placement ask(Question question) throws GuacamoleException {
        Reply reply;
        try {
            reply = brokers.post("/api/v1/broker/resolve", question.json(settings.nodeId()), settings.timeout());
        } catch (BrokerAwayException e) {
            throw Refusals.away(e);
        }
        if (!reply.ok()) {
            throw Refusals.refused(reply);
        }
        return Placement.read(reply.object(), settings.prefix());
    }

    private PlacedTunnel open(Placement placement, Runnable whenOver, Opener opener) throws GuacamoleException {
        PlacementLife life = new PlacementLife(placement.decisionId(), open, reports, whenOver);
        boolean opened = false;
        try {
            PlacedTunnel tunnel = new PlacedTunnel(opener.open(placement), life);
            opened = true;
            return tunnel;
        } finally {
            // Not the host's fault: it was not reached. So it is given back, not reported as failed.
            if (!opened) {
                life.closed();
            }
        }
    }

    private static void closeQuietly(GuacamoleTunnel tunnel) {
        try {
            tunnel.close();
        } catch (GuacamoleException e) {
            LOG.debug("The connection to the failed host did not close well", e);
        }
    }
}
