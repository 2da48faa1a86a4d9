package io.drover.operator;

import java.io.Serial;

/** A broker that does not answer, or not as a broker does. The message says which and why. */
public final class UnreachableException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    UnreachableException(String message) {
        super(message);
    }
}
