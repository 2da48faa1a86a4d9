package io.drover.guacamole;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of one placement in one connection: it waits, then is open or not, then is over. Each is reported once.
 */
final class PlacementLife {

    private static final Logger LOG = LoggerFactory.getLogger(PlacementLife.class);

    private enum Phase {
        WAITING,
        OPEN,
        OVER
    }

    private final String decisionId;
    private final OpenPlacements all;
    private final Reports reports;
    private final Runnable whenOver;
    private Phase phase = Phase.WAITING;
    private BooleanSupplier alive = () -> true;

    /**
     * Begins one.
     *
     * @param whenOver what else is to be done when it is over
     */
    PlacementLife(String decisionId, OpenPlacements all, Reports reports, Runnable whenOver) {
        this.decisionId = decisionId;
        this.all = all;
        this.reports = reports;
        this.whenOver = whenOver;
        all.add(this);
    }

    String decisionId() {
        return decisionId;
    }

    /** Says how to find out whether the connection still exists. */
    synchronized void watch(BooleanSupplier connectionAlive) {
        alive = connectionAlive;
    }

    /** Whether the connection ended and nobody said so; one that cannot be asked lives. */
    synchronized boolean dead() {
        try {
            return !alive.getAsBoolean();
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("Whether a connection still exists cannot be told", e);
            return false;
        }
    }

    synchronized boolean isOpen() {
        return phase == Phase.OPEN;
    }

    /** The desktop is there. */
    synchronized void opened() {
        if (phase == Phase.WAITING) {
            phase = Phase.OPEN;
            reports.opened(decisionId);
        }
    }

    /** The host could not be reached; after the desktop was there this is no failure of the placement. */
    synchronized void failed(int status) {
        if (phase == Phase.WAITING && over()) {
            reports.failed(decisionId, status);
        }
    }

    /** The connection ended, or never began. */
    synchronized void closed() {
        if (phase != Phase.OVER && over()) {
            reports.closed(decisionId);
        }
    }

    private boolean over() {
        phase = Phase.OVER;
        whenOver.run();
        return all.removeLast(this);
    }
}
