package io.drover.policy;

/** There are no rules to go back to, or none of that name. Nothing was changed. */
public final class NoSuchRevisionException extends Exception {

    public NoSuchRevisionException(String message) {
        super(message);
    }
}
