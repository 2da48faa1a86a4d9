package io.drover.policy.lint;

import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Literal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Tells what comes of two values with a sign between them, and which of them never go together. */
final class Comparing {

    private static final Set<String> ORDERING = Set.of("<", "<=", ">", ">=");

    private final Problems problems;

    Comparing(Problems problems) {
        this.problems = problems;
    }

    Type of(Binary binary, Type left, Type right) {
        String sign = binary.operator();
        if (ORDERING.contains(sign)) {
            require(left.isNumber() && right.isNumber(), binary, left, right);
            return Type.TRUTH;
        }
        switch (sign) {
            case "==", "!=" -> equality(binary.at(), binary.left(), left, binary.right(), right);
            case "&&", "||" -> require(left.is(Type.Kind.TRUTH) && right.is(Type.Kind.TRUTH), binary, left, right);
            case "contains" -> require(isHolder(left) && right.is(Type.Kind.TEXT), binary, left, right);
            case "memberOf" -> require(left.is(Type.Kind.TEXT) && right.is(Type.Kind.TEXTS), binary, left, right);
            case "matches" -> {
                require(left.is(Type.Kind.TEXT) && right.is(Type.Kind.TEXT), binary, left, right);
                regularExpression(binary.right());
            }
            default -> {
                return arithmetic(binary, left, right);
            }
        }
        return Type.TRUTH;
    }

    private void regularExpression(Expression right) {
        if (!(right instanceof Literal literal) || !literal.type().is(Type.Kind.TEXT)) {
            return;
        }
        try {
            Pattern.compile(literal.word().translateEscapes());
        } catch (PatternSyntaxException e) {
            problems.add(
                    literal.at(),
                    Lint.WRONG_REGULAR_EXPRESSION,
                    "it is no regular expression: " + e.getDescription().toLowerCase(Locale.ROOT));
        }
    }

    private static boolean isHolder(Type type) {
        return type.is(Type.Kind.TEXTS) || type.is(Type.Kind.TEXT);
    }

    /** Says so when the two can never be equal. */
    void equality(int at, Expression left, Type leftType, Expression right, Type rightType) {
        if (!leftType.comparesWith(rightType)) {
            problems.add(at, Lint.NEVER_EQUAL, leftType + " is never equal to " + rightType);
        }
        wordsOf(leftType, right);
        wordsOf(rightType, left);
    }

    private void wordsOf(Type property, Expression other) {
        if (!property.words().isEmpty()
                && other instanceof Literal literal
                && literal.type().is(Type.Kind.TEXT)) {
            String word = literal.word();
            if (!property.words().contains(word)) {
                problems.add(
                        literal.at(),
                        Lint.WRONG_WORD,
                        "it is never \"" + word + "\"",
                        Nearest.hint(word, property.words()));
            }
        }
    }

    private Type arithmetic(Binary binary, Type left, Type right) {
        boolean text = left.kind() == Type.Kind.TEXT || right.kind() == Type.Kind.TEXT;
        if (binary.operator().equals("+") && text) {
            return Type.TEXT;
        }
        if (!require(left.isNumber() && right.isNumber(), binary, left, right)) {
            return Type.UNKNOWN;
        }
        boolean whole = left.kind() == Type.Kind.WHOLE && right.kind() == Type.Kind.WHOLE;
        if (whole && binary.operator().equals("/")) {
            problems.add(binary.at(), Lint.INTEGER_DIVISION, "a whole number divided by a whole number loses the rest");
        }
        return whole ? Type.WHOLE : Type.DECIMAL;
    }

    private boolean require(boolean fits, Binary binary, Type left, Type right) {
        if (!fits) {
            problems.add(
                    binary.at(),
                    Lint.WRONG_OPERAND,
                    binary.operator() + " does not go between " + left + " and " + right);
        }
        return fits;
    }
}
