package io.drover.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rows of text under headings, each column as wide as its widest cell. */
record Table(List<String> headings, List<List<String>> rows) {

    /** Refuses rows that do not fit the headings. */
    Table {
        headings = List.copyOf(headings);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != headings.size()) {
                throw new IllegalArgumentException("the row %s does not fit the headings %s".formatted(row, headings));
            }
        }
    }

    /** The table as lines, without blanks at their ends. */
    @Override
    public String toString() {
        int[] widths = IntStream.range(0, headings.size()).map(this::width).toArray();
        return lines().map(cells -> line(cells, widths)).collect(Collectors.joining(System.lineSeparator()));
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(headings), rows.stream());
    }

    private int width(int column) {
        return lines().mapToInt(cells -> cells.get(column).length()).max().orElse(0);
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> cells.get(column)
                        + " ".repeat(widths[column] - cells.get(column).length()))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }
}
