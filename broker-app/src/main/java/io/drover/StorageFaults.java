package io.drover;

import io.drover.http.ApiException;
import io.drover.http.ErrorTranslation;
import io.drover.lease.StorageUnavailableException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A database that cannot be asked is an answer of its own, not a bug of the broker. */
final class StorageFaults implements ErrorTranslation {

    /**
     * Connection lost, server going down, out of resources, its disk failing, lock or statement timed out, rolled back
     * for another transaction's sake, or a server that takes no writes; the pool says nothing.
     */
    private static final List<String> STATES = List.of("08", "57", "53", "58", "55P03", "40", "25006");

    @Override
    public Optional<ApiException> translate(Throwable fault) {
        return unavailable(fault)
                ? Optional.of(new ApiException(503, "storage_unavailable", "the database cannot be asked in time"))
                : Optional.empty();
    }

    private static boolean unavailable(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof StorageUnavailableException) {
                return true;
            }
            if (cause instanceof SQLException sql) {
                String state = sql.getSQLState();
                return state == null || STATES.stream().anyMatch(state::startsWith);
            }
        }
        return false;
    }
}
