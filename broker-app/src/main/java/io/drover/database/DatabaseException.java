package io.drover.database;

import java.io.Serial;

/** A database that cannot be used. The message says why and what to do about it, in words for an operator. */
public sealed class DatabaseException extends RuntimeException permits OtherBuildException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** With nothing more to tell than the message. */
    public DatabaseException(String message) {
        super(message);
    }

    /** With the fault behind it. */
    public DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }
}
