package io.drover.policy.layout;

/**
 * A lexeme and what it is in its rule.
 *
 * @param lexeme the lexeme
 * @param part the part of the file that it belongs to
 * @param role what it is there
 */
record Placed(Lexeme lexeme, Part part, Role role) {

    /** The parts of a rule file. */
    enum Part {
        FILE,
        HEAD,
        WHEN,
        THEN
    }

    /** What a lexeme is in its part. */
    enum Role {
        /** A word that begins or ends a part, or a line about the whole file. */
        MARK,
        /** The first word of an annotation, a condition or an effect. */
        START,
        /** What follows such a word outside of parentheses. */
        REST,
        /** What stands in parentheses, brackets or braces, the closing one too. */
        INNER,
        /** A comment. */
        COMMENT
    }
}
