package io.drover;

import java.io.Serial;

/** The configuration file is missing something or says something wrong. The message names file and key, in one line. */
public final class BadConfigException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    BadConfigException(String message) {
        super(message);
    }
}
