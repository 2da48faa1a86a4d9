package io.drover.auth;

import java.util.List;

/** The keys are not fit to start with. The message lists everything that is wrong, and no key. */
public final class KeysException extends RuntimeException {

    KeysException(List<String> problems) {
        super("the keys are not fit to start with:\n  * " + String.join("\n  * ", problems));
    }
}
