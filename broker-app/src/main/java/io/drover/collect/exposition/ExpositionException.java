package io.drover.collect.exposition;

/** A text is not in the Prometheus text format. */
public final class ExpositionException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    ExpositionException(int line, int column, String reason) {
        super("line " + line + ", column " + column + ": " + reason);
        this.line = line;
        this.column = column;
    }

    /** Where, counted from 1. */
    public int line() {
        return line;
    }

    /** Where, counted from 1. */
    public int column() {
        return column;
    }
}
