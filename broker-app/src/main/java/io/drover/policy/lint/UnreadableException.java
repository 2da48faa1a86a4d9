package io.drover.policy.lint;

/** A condition or a right-hand side that is not in the language of the policy. */
final class UnreadableException extends Exception {

    private final int at;
    private final Lint lint;
    private final String hint;

    UnreadableException(int at, Lint lint, String message) {
        this(at, lint, message, "");
    }

    /** @param hint what is known to help here; empty for what helps in general */
    UnreadableException(int at, Lint lint, String message, String hint) {
        super(message);
        this.at = at;
        this.lint = lint;
        this.hint = hint;
    }

    int at() {
        return at;
    }

    Lint lint() {
        return lint;
    }

    String hint() {
        return hint;
    }
}
