package io.drover.database;

import java.io.Serial;

/** A database that another build made, and that this one does not fit. */
public final class OtherBuildException extends DatabaseException {

    @Serial
    private static final long serialVersionUID = 1L;

    OtherBuildException(String message) {
        super(message);
    }
}
