package io.drover.decision;

/** The database refuses rows for what is in them. */
final class RefusedRowsException extends RuntimeException {

    RefusedRowsException(Throwable cause) {
        super(cause);
    }
}
