package io.drover.cli;

import java.io.Serial;

/** A broker that does not answer, or not as a broker does. The message says which and why. */
final class UnreachableBrokerException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    UnreachableBrokerException(String message) {
        super(message);
    }
}
