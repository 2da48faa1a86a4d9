package io.drover.policy;

/**
 * Something wrong in a rule file.
 *
 * @param file path within the rules folder, empty when no one file is to blame
 * @param line from 1, 0 when unknown
 * @param column from 1, 0 when unknown
 * @param lint the id of what is wrong, which has a page in {@code docs/reference/lint}; empty for what shows only in
 *     service
 * @param message what is wrong, without a full stop
 * @param hint what to do about it, empty when there is nothing to say
 */
public record RuleProblem(String file, int line, int column, String lint, String message, String hint) {

    /** What shows only in service and has no page. */
    public RuleProblem(String file, int line, int column, String message) {
        this(file, line, column, "", message, "");
    }

    /** What is wrong and what to do about it, in one line. */
    public String sentence() {
        return hint.isEmpty() ? message : message + "; " + hint;
    }

    @Override
    public String toString() {
        String sentence = lint.isEmpty() ? sentence() : sentence() + " [" + lint + "]";
        if (file.isEmpty()) {
            return sentence;
        }
        return file + (line > 0 ? ":" + line : "") + (line > 0 && column > 0 ? ":" + column : "") + ": " + sentence;
    }
}
