package io.drover.identity;

/**
 * A text that is no user name. The message says why in words that may be shown to a client; it never quotes the text.
 */
public final class InvalidUserNameException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public InvalidUserNameException(String reason) {
        super(reason);
    }
}
