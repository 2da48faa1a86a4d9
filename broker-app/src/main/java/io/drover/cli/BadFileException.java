package io.drover.cli;

import java.io.Serial;

/** A file named on the command line that is missing or wrong. The message names it. */
final class BadFileException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    BadFileException(String message) {
        super(message);
    }
}
