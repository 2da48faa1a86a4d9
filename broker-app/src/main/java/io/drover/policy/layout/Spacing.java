package io.drover.policy.layout;

import io.drover.policy.layout.Lexeme.Kind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells whether a blank stands between two neighbours on a line. */
final class Spacing {

    /** Words that are signs rather than names: a parenthesis after them is not that of a call. */
    private static final Set<String> KEYWORDS = Set.of(
            "and",
            "catch",
            "contains",
            "excludes",
            "exists",
            "for",
            "from",
            "if",
            "in",
            "matches",
            "memberOf",
            "not",
            "or",
            "over",
            "return",
            "soundslike",
            "switch",
            "while");

    private static final Set<String> NONE_BEFORE = Set.of(",", ";", ".", "]", "::", "#");
    private static final Set<String> NONE_AFTER = Set.of(".", "[", "::", "#", "@");
    private static final Set<String> SIGNS_OF_ONE = Set.of("!", "-", "+", "~", "++", "--");

    private Spacing() {}

    /**
     * Whether a blank stands before a lexeme.
     *
     * @param before the last one that is no comment before its left neighbour, null for none
     * @param left its left neighbour on the line
     * @param tight whether it stands in the parentheses of an annotation
     */
    static boolean between(@Nullable Lexeme before, Lexeme left, Lexeme right, boolean tight) {
        return left.isComment()
                || right.isComment()
                || isWanted(before, left, right, tight)
                || !Lexemes.all(left.text() + right.text()).equals(List.of(left.text(), right.text()));
    }

    private static boolean isWanted(@Nullable Lexeme before, Lexeme left, Lexeme right, boolean tight) {
        if (isSign(right, NONE_BEFORE) || isSign(left, NONE_AFTER) || (left.is("(") && right.is(")"))) {
            return false;
        }
        if ((left.is("window") && right.is(":")) || (before != null && before.is("window") && left.is(":"))) {
            return false;
        }
        if (tight && (left.is("(") || right.is(")"))) {
            return false;
        }
        if (right.is("[")) {
            return !endsValue(left);
        }
        if (right.is("(")) {
            return !(isName(left) || left.is("]") || isOfOne(before, left));
        }
        if (isOfOne(before, left)) {
            return false;
        }
        return !((right.is("++") || right.is("--")) && isName(left));
    }

    private static boolean isSign(Lexeme lexeme, Set<String> signs) {
        return lexeme.kind() == Kind.SIGN && signs.contains(lexeme.text());
    }

    /** Whether a sign belongs to what follows it alone, as the minus of -3. */
    private static boolean isOfOne(@Nullable Lexeme before, Lexeme sign) {
        return sign.kind() == Kind.SIGN && SIGNS_OF_ONE.contains(sign.text()) && (before == null || !endsValue(before));
    }

    private static boolean endsValue(Lexeme lexeme) {
        return isName(lexeme)
                || lexeme.kind() == Kind.NUMBER
                || lexeme.kind() == Kind.TEXT
                || lexeme.is(")")
                || lexeme.is("]")
                || lexeme.is("}");
    }

    private static boolean isName(Lexeme lexeme) {
        return lexeme.isWord() && !isKeyword(lexeme);
    }

    static boolean isKeyword(Lexeme lexeme) {
        return lexeme.isWord() && KEYWORDS.contains(lexeme.text());
    }
}
