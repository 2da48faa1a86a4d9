package io.drover.policy;

/**
 * Something wrong in a rule file.
 *
 * @param file path within the rules folder, empty when no one file is to blame
 * @param line from 1, 0 when unknown
 * @param column from 1, 0 when unknown
 * @param message one sentence
 */
public record RuleProblem(String file, int line, int column, String message) {

    @Override
    public String toString() {
        if (file.isEmpty()) {
            return message;
        }
        return file + (line > 0 ? ":" + line : "") + (line > 0 && column > 0 ? ":" + column : "") + ": " + message;
    }
}
