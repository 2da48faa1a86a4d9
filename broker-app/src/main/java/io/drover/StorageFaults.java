package io.drover;

import io.drover.database.SqlState;
import io.drover.http.ApiException;
import io.drover.http.ErrorTranslation;
import io.drover.lease.StorageUnavailableException;
import java.util.Optional;

/** A database that cannot be asked is an answer of its own, not a bug of the broker. */
final class StorageFaults implements ErrorTranslation {

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
        }
        return SqlState.isUnavailable(fault);
    }
}
