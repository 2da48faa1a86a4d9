package io.drover.guacamole;

import java.util.concurrent.TimeUnit;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.jspecify.annotations.Nullable;
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
    private final Workers holds;

    Failover(Settings settings, Brokers brokers, OpenPlacements open, Reports reports, Workers holds) {
        this.settings = settings;
        this.brokers = brokers;
        this.open = open;
        this.reports = reports;
        this.holds = holds;
    }

    /**
     * Connects.
     *
     * @param whenOver done when a connection of this question has ended or failed
     * @throws GuacamoleException when the broker has no host, or guacd cannot be reached
     */
    GuacamoleTunnel connect(Question first, Runnable whenOver, Opener opener) throws GuacamoleException {
        long start = System.nanoTime();
        long slowest = 0;
        Question question = first;
        Placement placement = ask(question);
        for (int attempt = 1; ; attempt++) {
            long before = System.nanoTime();
            PlacedTunnel tunnel = open(placement, whenOver, opener);
            slowest = Math.max(slowest, millisSince(before));
            long hold = Math.min(settings.hold(), Math.max(0, MOST_MILLIS - millisSince(start)));
            Appearance.State state = tunnel.hold(holds, (int) hold);
            boolean enough = attempt >= settings.tries() || !isTimeLeft(start, slowest);
            if (state != Appearance.State.FAILED || enough) {
                return tunnel;
            }
            question = question.without(placement.agentId(), RequestIds.fresh());
            Placement next = another(question);
            if (next == null) {
                // The user is told what the failed host had to say.
                return tunnel;
            }
            LOG.info("Agent {} did not answer; agent {} is tried.", placement.agentId(), next.agentId());
            closeQuietly(tunnel);
            placement = next;
        }
    }

    /** Whether one more try would end in time, with a guacd that is no slower than before. */
    private boolean isTimeLeft(long start, long slowest) {
        return millisSince(start) + settings.timeout() + slowest + settings.hold() <= MOST_MILLIS;
    }

    private static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** A host that did not fail yet; null when there is none. */
    private @Nullable Placement another(Question question) {
        try {
            Placement placement = ask(question);
            if (!question.excludes(placement.agentId())) {
                return placement;
            }
            LOG.warn("The broker chose agent {} again, which just failed.", placement.agentId());
            reports.closed(placement.decisionId());
        } catch (GuacamoleException e) {
            LOG.debug("There is no other host", e);
        }
        return null;
    }

    private Placement ask(Question question) throws GuacamoleException {
        Reply reply;
        try {
            reply = brokers.post(
                    "/api/v1/broker/resolve",
                    question.json(settings.nodeId()),
                    Placement::isAnswer,
                    settings.timeout());
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
        GuacamoleTunnel opened = null;
        boolean watched = false;
        try {
            opened = opener.open(placement);
            PlacedTunnel tunnel = new PlacedTunnel(opened, life);
            watched = true;
            return tunnel;
        } finally {
            // Not the host's fault: it was not reached. So it is given back, not reported as failed.
            if (!watched) {
                life.closed();
                closeQuietly(opened);
            }
        }
    }

    private static void closeQuietly(@Nullable GuacamoleTunnel tunnel) {
        try {
            if (tunnel != null) {
                tunnel.close();
            }
        } catch (GuacamoleException | RuntimeException e) {
            LOG.debug("A connection that is not used did not close well", e);
        }
    }
}
