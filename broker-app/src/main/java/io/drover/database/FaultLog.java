package io.drover.database;

import org.slf4j.Logger;

/** How those who go on after a fault tell of it: in words that name nobody. */
public final class FaultLog {

    private FaultLog() {}

    /**
     * An error of Java is a fault of ours, and is told whole. Anything else may be the database's: what it is, and the
     * rest at DEBUG, where values may stand.
     *
     * @param what a sentence without its end, such as {@code The fleet could not be read}
     */
    public static void tell(Logger log, String what, Throwable fault) {
        if (fault instanceof Error) {
            log.error("{}", what, fault);
        } else {
            log.warn("{}: {}", what, SqlState.reason(fault));
            log.debug("{}", what, fault);
        }
    }
}
