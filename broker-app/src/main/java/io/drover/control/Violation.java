package io.drover.control;

/**
 * Why a field was refused.
 *
 * @param field its name, for example {@code tags.role}
 * @param reason for people; never quotes the value
 */
public record Violation(String field, String reason) {

    /** {@code field: reason}. */
    @Override
    public String toString() {
        return field + ": " + reason;
    }
}
