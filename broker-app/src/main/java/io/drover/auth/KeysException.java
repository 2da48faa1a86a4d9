package io.drover.auth;

import java.util.List;

/** The keys are not fit to start with, or their file cannot be used. The message says what is wrong, and no key. */
public final class KeysException extends RuntimeException {

    KeysException(String message) {
        super(message);
    }

    KeysException(List<String> problems) {
        super("the keys are not fit to start with:\n  * " + String.join("\n  * ", problems));
    }
}
