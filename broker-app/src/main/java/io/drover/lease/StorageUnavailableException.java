package io.drover.lease;

import org.jspecify.annotations.Nullable;

/** The database could not be asked in time. */
public final class StorageUnavailableException extends RuntimeException {

    private final boolean away;

    public StorageUnavailableException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private StorageUnavailableException(String message, @Nullable Throwable cause, boolean away) {
        super(message, cause);
        this.away = away;
    }

    /** The connection was lost and could not be made again. */
    public static StorageUnavailableException away(String message, Throwable cause) {
        return new StorageUnavailableException(message, cause, true);
    }

    /** Whether the database cannot be reached at all, as opposed to being slow, busy or in disagreement. */
    public boolean isAway() {
        return away;
    }
}
