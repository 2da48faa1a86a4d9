package io.drover.decision;

import java.util.ArrayList;
import java.util.List;

/** Columns of text under a heading, as wide as they need to be. For one thread. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    /** A column; numbers stand at its right edge. */
    record Column(String heading, boolean number) {}

    /** A text and how it looks. */
    record Cell(String text, Ink ink) {
        static Cell plain(String text) {
            return new Cell(text, Ink.PLAIN);
        }
    }

    /** How text looks where colours are wanted. */
    enum Ink {
        PLAIN(""),
        GOOD("32"),
        BAD("31"),
        FAINT("2"),
        STRONG("1");

        private final String code;

        Ink(String code) {
            this.code = code;
        }

        String on(String text, boolean colours) {
            return colours && !code.isEmpty() && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
        }
    }

    TextTable(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Adds a row with a cell for each column. */
    void add(List<Cell> cells) {
        rows.add(List.copyOf(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(StringBuilder out, boolean colours) {
        if (columns.stream().anyMatch(column -> !column.heading().isEmpty())) {
            line(
                    out,
                    columns.stream()
                            .map(column -> new Cell(column.heading(), Ink.FAINT))
                            .toList(),
                    colours);
        }
        rows.forEach(row -> line(out, row, colours));
    }

    private void line(StringBuilder out, List<Cell> cells, boolean colours) {
        StringBuilder line = new StringBuilder();
        int pending = 0;
        for (int i = 0; i < columns.size(); i++) {
            Cell cell = cells.get(i);
            int padding = width(i) - length(cell.text());
            boolean number = columns.get(i).number();
            pending += GAP.length() + (number ? padding : 0);
            if (!cell.text().isEmpty()) {
                line.append(" ".repeat(pending)).append(cell.ink().on(cell.text(), colours));
                pending = 0;
            } else {
                pending += length(cell.text());
            }
            pending += number ? 0 : padding;
        }
        out.append(line).append('\n');
    }

    private int width(int column) {
        return rows.stream()
                .mapToInt(row -> length(row.get(column).text()))
                .reduce(length(columns.get(column).heading()), Math::max);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
