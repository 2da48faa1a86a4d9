package io.drover.policy.lint;

/**
 * One word or sign of a condition.
 *
 * @param at place in the file
 * @param kind what it is
 * @param text as it is written
 */
record Token(int at, Kind kind, String text) {

    enum Kind {
        NAME,
        TEXT,
        WHOLE,
        DECIMAL,
        SIGN,
        END
    }

    boolean is(String sign) {
        return kind != Kind.TEXT && text.equals(sign);
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "the end" : text;
    }
}
