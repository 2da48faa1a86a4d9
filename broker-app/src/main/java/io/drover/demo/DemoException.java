package io.drover.demo;

import java.io.Serial;

/** The demo cannot go on. The message says what went wrong. */
public final class DemoException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    DemoException(String message) {
        super(message);
    }

    DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
