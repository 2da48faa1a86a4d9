package io.drover.scenario;

/**
 * A place in a suite or fleet file.
 *
 * @param file the file as the caller named it
 * @param line counted from 1
 * @param column counted from 1
 */
public record Position(String file, int line, int column) implements Comparable<Position> {

    @Override
    public int compareTo(Position other) {
        int byFile = file.compareTo(other.file);
        if (byFile != 0) {
            return byFile;
        }
        return line == other.line ? Integer.compare(column, other.column) : Integer.compare(line, other.line);
    }

    /** {@code file:line:column}, as editors and terminals link it. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
