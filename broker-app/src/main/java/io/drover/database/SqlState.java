package io.drover.database;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The five characters by which PostgreSQL says what went wrong. Unlike the messages of exceptions they hold no values,
 * so they may be logged.
 */
public final class SqlState {

    /**
     * A connection was lost (08, 57P; 25P03: it stood still in a transaction) or is refused: the role (28), the
     * database (3D, or 55000: it takes no connections now), too many of them (53300).
     */
    private static final List<String> NO_CONNECTION = List.of("08", "28", "3D", "53300", "55000", "57P", "25P03");

    /** A server that takes no writes: a standby, or one whose disk is full. */
    private static final List<String> READ_ONLY = List.of("25006");

    /**
     * A server that cannot do it now or does not let the broker: a time-out or a cancelled statement (57, 55P03), a
     * transaction rolled back for another's sake (40), its disk, memory or files (53, 58, XX), a role without the
     * privilege (42501), tables that are not there (42P01, 3F), for a database is made anew.
     */
    private static final List<String> IN_TROUBLE =
            List.of("57", "55P03", "40", "53", "58", "XX", "42501", "42P01", "3F");

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

    /** Whether this very fault says that there is no connection, or that none could be had. */
    static boolean saysNoConnection(SQLException fault) {
        return isOneOf(NO_CONNECTION, fault.getSQLState());
    }

    /**
     * Whether a connection was lost or could not be had, whatever the reason, or the server went away or takes no
     * writes; the pool says no state at all.
     */
    public static boolean isConnectionLoss(Throwable fault) {
        SQLException sql = firstOf(fault);
        return sql != null && isConnectionLoss(sql.getSQLState());
    }

    /**
     * Whether the database could not be asked or did not do it for a reason of its own, so that the same may be done
     * later; false for statements and values that are wrong.
     */
    public static boolean isUnavailable(Throwable fault) {
        SQLException sql = firstOf(fault);
        return sql != null && (isConnectionLoss(sql.getSQLState()) || isOneOf(IN_TROUBLE, sql.getSQLState()));
    }

    private static boolean isConnectionLoss(@Nullable String state) {
        return state == null || isOneOf(NO_CONNECTION, state) || isOneOf(READ_ONLY, state);
    }

    private static boolean isOneOf(List<String> states, @Nullable String state) {
        return state != null && states.stream().anyMatch(state::startsWith);
    }

    private static @Nullable SQLException firstOf(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return null;
    }

    /** What to log of a fault: its state, else the name of its class. */
    public static String reason(Throwable fault) {
        return of(fault)
                .map(state -> "SQLSTATE " + state)
                .orElse(fault.getClass().getName());
    }
}
