package io.drover.policy.lint;

/** A condition or a right-hand side that is not in the language of the policy. */
final class UnreadableException extends Exception {

    private final int at;

    UnreadableException(int at, String message) {
        super(message);
        this.at = at;
    }

    int at() {
        return at;
    }
}
