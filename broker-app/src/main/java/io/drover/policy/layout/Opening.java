package io.drover.policy.layout;

/** A parenthesis, bracket or brace that is open. */
final class Opening {

    private final int lineIndent;
    private boolean empty = true;
    private int continued;
    private boolean hanging;

    /** @param lineIndent how far its line is indented */
    Opening(int lineIndent) {
        this.lineIndent = lineIndent;
    }

    /** Whether nothing stands in it yet. */
    boolean isEmpty() {
        return empty;
    }

    int lineIndent() {
        return lineIndent;
    }

    /** Where lines within it begin. */
    int continued() {
        return continued;
    }

    /** Whether nothing follows it on its line. */
    boolean isHanging() {
        return hanging;
    }

    /** What is in it begins on the same line, and further lines stand below that. */
    void followedAt(int column) {
        empty = false;
        continued = column;
    }

    /** What is in it begins on the next line. */
    void hang(int indent) {
        empty = false;
        hanging = true;
        continued = indent;
    }
}
