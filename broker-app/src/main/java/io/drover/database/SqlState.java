package io.drover.database;

import java.sql.SQLException;
import java.util.Optional;

/**
 * The five characters by which PostgreSQL says what went wrong. Unlike the messages of exceptions they hold no values,
 * so they may be logged.
 */
public final class SqlState {

    private SqlState() {}

    /** The state of a fault or of what caused it; empty when no database is behind it. */
    public static Optional<String> of(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return Optional.of(sql.getSQLState());
            }
        }
        return Optional.empty();
    }

    /** Whether the values are at fault (classes 22 and 23), and not the database. */
    public static boolean isFaultOfData(Throwable fault) {
        return of(fault)
                .filter(state -> state.startsWith("22") || state.startsWith("23"))
                .isPresent();
    }

    /**
     * Whether a connection was lost or could not be had, or the server went away or takes no writes; the pool says no
     * state at all.
     */
    public static boolean isConnectionLoss(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                String state = sql.getSQLState();
                return state == null || state.startsWith("08") || state.startsWith("57P") || state.equals("25006");
            }
        }
        return false;
    }

    /** What to log of a fault: its state, else the name of its class. */
    public static String reason(Throwable fault) {
        return of(fault)
                .map(state -> "SQLSTATE " + state)
                .orElse(fault.getClass().getName());
    }
}
