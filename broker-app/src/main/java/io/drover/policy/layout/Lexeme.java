package io.drover.policy.layout;

/**
 * One word, text, number, sign or comment of a rule file.
 *
 * @param kind what it is
 * @param text as it is written; of a comment without blanks at its end
 * @param newlines how many lines end between the one before and this one
 */
record Lexeme(Kind kind, String text, int newlines) {

    enum Kind {
        WORD,
        NUMBER,
        TEXT,
        SIGN,
        LINE_COMMENT,
        BLOCK_COMMENT
    }

    boolean is(String sign) {
        return (kind == Kind.SIGN || kind == Kind.WORD) && text.equals(sign);
    }

    boolean isWord() {
        return kind == Kind.WORD;
    }

    boolean isComment() {
        return kind == Kind.LINE_COMMENT || kind == Kind.BLOCK_COMMENT;
    }

    /** Whether it opens a parenthesis, bracket or brace. */
    boolean opens() {
        return is("(") || is("[") || is("{");
    }

    /** Whether it closes one. */
    boolean closes() {
        return is(")") || is("]") || is("}");
    }

    /** Whether it stands on a line of its own or begins one, as it was written. */
    boolean beginsLine() {
        return newlines > 0;
    }
}
