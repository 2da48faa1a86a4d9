package io.drover.policy;

import org.jspecify.annotations.Nullable;

/** A rule failed or ran away. Nothing was decided. */
public final class PolicyFailedException extends RuntimeException {

    public PolicyFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
