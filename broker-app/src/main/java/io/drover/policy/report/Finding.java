package io.drover.policy.report;

/**
 * One thing that is wrong with the rules, and where.
 *
 * @param path the file as the reader knows it, relative to the folder at hand where it is below it, with {@code /}
 * @param line from 1
 * @param column from 1, in UTF-16 code units
 * @param lint its id
 * @param message what is wrong, without a full stop
 * @param hint what to do about it, empty when there is nothing to say
 * @param text the line that it stands in, empty when that is not known
 */
public record Finding(String path, int line, int column, String lint, String message, String hint, String text) {

    /** A place that is not known is the start. */
    public Finding {
        line = Math.max(1, line);
        column = Math.max(1, column);
    }

    /** The page that explains it, from the folder of Drover. */
    public String page() {
        return "docs/reference/lint/" + lint + ".md";
    }

    /** What is wrong and what to do about it, in one line. */
    public String sentence() {
        return hint.isEmpty() ? message : message + "; " + hint;
    }
}
