package io.drover.operator;

import java.io.Serial;

/** No agent has the name, or more than one. The message says which. */
public final class NoSuchAgentException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    NoSuchAgentException(String message) {
        super(message);
    }
}
