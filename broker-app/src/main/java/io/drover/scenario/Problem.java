package io.drover.scenario;

/**
 * Something wrong in a suite or fleet file.
 *
 * @param position where
 * @param field the path of keys that leads there, for example {@code scenarios[2].when.username}
 * @param reason what is wrong
 * @param hint what to do about it, empty when there is nothing to say
 */
public record Problem(Position position, String field, String reason, String hint) implements Comparable<Problem> {

    @Override
    public int compareTo(Problem other) {
        return position.compareTo(other.position);
    }

    /** {@code file:line:column: field: reason; hint}, on one line. */
    @Override
    public String toString() {
        String where = field.isEmpty() ? position.toString() : position + ": " + field;
        return where + ": " + reason + (hint.isEmpty() ? "" : "; " + hint);
    }
}
