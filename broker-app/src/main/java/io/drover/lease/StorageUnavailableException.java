package io.drover.lease;

import org.jspecify.annotations.Nullable;

/** The database could not be asked in time. */
public final class StorageUnavailableException extends RuntimeException {

    public StorageUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
