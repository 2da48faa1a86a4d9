package io.drover.policy.lint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that has a value, in a condition or on a right-hand side; {@code at} is its place in the file. */
sealed interface Expression {

    int at();

    /** A text, number, truth value or null, as it is written. */
    record Literal(int at, Type type, String text) implements Expression {

        /** A text without its quotes. */
        String word() {
            return text.substring(1, text.length() - 1);
        }
    }

    /** A variable, a property of the fact at hand, or {@code this}. */
    record Name(int at, String name) implements Expression {}

    /** {@code of.name} */
    record Member(int at, Expression of, String name) implements Expression {}

    /** {@code of.name(arguments)}, or {@code name(arguments)} of the fact at hand. */
    record Invocation(int at, @Nullable Expression of, String name, List<Expression> arguments) implements Expression {}

    /** {@code of[key]} */
    record Index(int at, Expression of, Expression key) implements Expression {}

    /** {@code -of} or {@code !of} */
    record Unary(int at, String operator, Expression of) implements Expression {}

    /** Two values and what stands between them. */
    record Binary(int at, String operator, Expression left, Expression right) implements Expression {}

    /** {@code of in (list)}, or {@code of not in (list)}. */
    record OneOf(int at, Expression of, boolean not, List<Expression> list) implements Expression {}

    /** {@code condition ? yes : no} */
    record Choice(int at, Expression condition, Expression yes, Expression no) implements Expression {}

    /** Whether this is a name or a way to a value from one, and no calculation. */
    default boolean isPath() {
        return this instanceof Name || this instanceof Member || this instanceof Index || this instanceof Invocation;
    }
}
