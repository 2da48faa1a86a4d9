package io.drover.guacamole;

/** No broker answered. */
final class BrokerAwayException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean slow;

    BrokerAwayException(String message, boolean slow) {
        super(message);
        this.slow = slow;
    }

    /** Whether one of them was there but took too long. */
    boolean slow() {
        return slow;
    }
}
