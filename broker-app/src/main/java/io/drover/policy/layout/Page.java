package io.drover.policy.layout;

import org.jspecify.annotations.Nullable;

/** The text as it is laid out, line by line. */
final class Page {

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private int indent;
    private @Nullable Lexeme last;
    private @Nullable Lexeme lastWord;
    private @Nullable Lexeme beforeLastWord;

    boolean isEmpty() {
        return last == null;
    }

    /** The last lexeme that is no comment, null at the start. */
    @Nullable
    Lexeme lastWord() {
        return lastWord;
    }

    /** How far the line is indented. */
    int indent() {
        return indent;
    }

    /** Where the next lexeme would stand if it followed without a blank. */
    int column() {
        return line.isEmpty() ? indent : line.length() - 1 - line.lastIndexOf("\n");
    }

    /** Begins another line. */
    void newLine(int newIndent, boolean blankBefore) {
        if (!line.isEmpty()) {
            text.append(line).append('\n');
            line.setLength(0);
        }
        if (blankBefore && !isEmpty()) {
            text.append('\n');
        }
        indent = newIndent;
    }

    /**
     * Appends to the line.
     *
     * @param tight whether it stands in the parentheses of an annotation
     */
    void add(Lexeme lexeme, boolean tight) {
        if (line.isEmpty()) {
            line.append(" ".repeat(indent));
        } else if (hasBlankBefore(lexeme, tight)) {
            line.append(' ');
        }
        line.append(lexeme.text());
        last = lexeme;
        if (!lexeme.isComment()) {
            beforeLastWord = lastWord;
            lastWord = lexeme;
        }
    }

    /** Whether the lexeme would be set apart from what stands before it on the line. */
    boolean hasBlankBefore(Lexeme lexeme, boolean tight) {
        return last != null && Spacing.between(last.isComment() ? lastWord : beforeLastWord, last, lexeme, tight);
    }

    String text() {
        return text + (line.isEmpty() ? "" : line + "\n");
    }
}
