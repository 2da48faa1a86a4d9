package io.drover.policy.lint;

import io.drover.policy.RuleProblem;
import java.util.regex.Pattern;

/**
 * The text of one rule file, in which places are counted from 0.
 *
 * @param file path within the rules folder
 * @param text all of it
 */
record FileText(String file, String text) {

    private static final int UNKNOWN = -1;
    private static final Pattern NO_CODE = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"|//[^\n]*|(?s:/\\*.*?\\*/)");

    /** The place where a word stands at or after another place, or that other place. */
    int find(String word, int from) {
        int found = text.indexOf(word, Math.max(0, from));
        return found == UNKNOWN ? from : found;
    }

    /** The place where a word stands at or after another place, outside of texts and comments, or that other place. */
    int findCode(String word, int from) {
        return new FileText(file, blanked()).find(word, from);
    }

    private String blanked() {
        return NO_CODE.matcher(text).replaceAll(part -> part.group().replaceAll("[^\n]", " "));
    }

    /** The place where a line starts, counted from 1. */
    int startOfLine(int line) {
        int at = 0;
        for (int i = 1; i < line; i++) {
            int next = text.indexOf('\n', at);
            if (next == UNKNOWN) {
                return at;
            }
            at = next + 1;
        }
        return at;
    }

    RuleProblem problem(int at, Lint lint, String message) {
        return problem(at, lint, message, lint.hint());
    }

    RuleProblem problem(int at, Lint lint, String message, String hint) {
        int place = Math.max(0, Math.min(at, text.length()));
        int line = 1;
        int lineStart = 0;
        for (int i = text.indexOf('\n'); i != UNKNOWN && i < place; i = text.indexOf('\n', i + 1)) {
            line++;
            lineStart = i + 1;
        }
        return new RuleProblem(file, line, place - lineStart + 1, lint.id(), onOneLine(message), hint);
    }

    /** Names and texts of the author may hold line ends. */
    private static String onOneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
