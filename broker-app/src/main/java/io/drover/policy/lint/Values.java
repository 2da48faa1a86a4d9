package io.drover.policy.lint;

import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Choice;
import io.drover.policy.lint.Expression.Index;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.Name;
import io.drover.policy.lint.Expression.OneOf;
import io.drover.policy.lint.Expression.Unary;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes conditions with the values in place of the names. Whether they hold is for the engine to say. */
final class Values {

    private static final Set<String> LOGIC = Set.of("&&", "||");
    private static final Set<String> SUMS = Set.of("+", "-");

    private final @Nullable Object self;
    private final Map<String, Object> bound;

    /**
     * @param self the fact that the condition is about, null for none
     * @param bound facts and values by variable
     */
    Values(@Nullable Object self, Map<String, Object> bound) {
        this.self = self;
        this.bound = bound;
    }

    /** The expression with its values, for example {@code 55 >= 60}. */
    String in(Expression expression) {
        if (expression instanceof Binary binary) {
            return side(binary, binary.left()) + " " + binary.operator() + " " + side(binary, binary.right());
        } else if (expression instanceof Unary unary) {
            return unary.operator() + side(unary.of());
        } else if (expression instanceof OneOf oneOf) {
            return in(oneOf.of()) + (oneOf.not() ? " not in " : " in ") + listed(oneOf.list());
        } else if (expression instanceof Choice choice) {
            return side(choice.condition()) + " ? " + in(choice.yes()) + " : " + in(choice.no());
        } else if (expression instanceof Literal literal) {
            return literal.text();
        }
        return text(value(expression));
    }

    /** A question that is a condition by itself, with its arguments: {@code carries( {role=office} )}. */
    String asked(Invocation question) {
        String of = question.of() == null ? "" : in(question.of()) + ".";
        return of + question.name() + listed(question.arguments());
    }

    private String listed(List<Expression> list) {
        return list.isEmpty() ? "()" : list.stream().map(this::in).collect(Collectors.joining(", ", "( ", " )"));
    }

    private String side(Binary around, Expression expression) {
        boolean apart = expression instanceof Binary inner
                && !inner.operator().equals(around.operator())
                && (LOGIC.contains(inner.operator()) || SUMS.contains(inner.operator()))
                && !isComparison(around);
        return apart ? "( " + in(expression) + " )" : in(expression);
    }

    private String side(Expression expression) {
        return expression instanceof Binary ? "( " + in(expression) + " )" : in(expression);
    }

    private static boolean isComparison(Binary binary) {
        return !LOGIC.contains(binary.operator())
                && !SUMS.contains(binary.operator())
                && !Set.of("*", "/", "%").contains(binary.operator());
    }

    private @Nullable Object value(Expression expression) {
        if (expression instanceof Name name) {
            return name.name().equals("this") ? self : named(name.name());
        } else if (expression instanceof Member member) {
            Object of = value(member.of());
            return of == null ? null : property(of, member.name());
        } else if (expression instanceof Index index) {
            return value(index.of()) instanceof Map<?, ?> map ? map.get(value(index.key())) : null;
        } else if (expression instanceof Invocation invocation) {
            Object of = invocation.of() == null ? self : value(invocation.of());
            return of == null
                    ? null
                    : call(
                            of,
                            invocation.name(),
                            invocation.arguments().stream().map(this::value).toArray());
        } else if (expression instanceof Literal literal) {
            return literal(literal);
        }
        return in(expression);
    }

    private static @Nullable Object literal(Literal literal) {
        return switch (literal.type().kind()) {
            case TEXT -> literal.text().substring(1, literal.text().length() - 1);
            case NULL -> null;
            default -> literal.text();
        };
    }

    private @Nullable Object named(String name) {
        if (bound.containsKey(name)) {
            return bound.get(name);
        }
        return self == null ? null : property(self, name);
    }

    private static @Nullable Object property(Object of, String name) {
        String upper = name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
        return Arrays.stream(of.getClass().getMethods())
                .filter(m -> m.getName().equals("get" + upper) || m.getName().equals("is" + upper))
                .filter(m -> m.getParameterCount() == 0)
                .findFirst()
                .map(m -> invoke(m, of))
                .orElse(null);
    }

    private static @Nullable Object call(Object of, String name, Object[] arguments) {
        return Arrays.stream(typeOf(of).getMethods())
                .filter(m -> m.getName().equals(name) && m.getParameterCount() == arguments.length)
                .map(m -> invoke(m, of, arguments))
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** A type whose methods may be called from here. */
    private static Class<?> typeOf(Object of) {
        if (of instanceof Map) {
            return Map.class;
        }
        return of instanceof Collection ? Collection.class : of.getClass();
    }

    private static @Nullable Object invoke(Method method, Object of, Object... arguments) {
        try {
            return method.invoke(of, arguments);
        } catch (IllegalAccessException | InvocationTargetException | IllegalArgumentException e) {
            return null;
        }
    }

    private static String text(@Nullable Object value) {
        if (value instanceof String text) {
            return '"' + text + '"';
        } else if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return String.valueOf(number.longValue());
        } else if (value instanceof Map<?, ?> map) {
            return new TreeMap<>(map).toString();
        } else if (value instanceof Set<?> set) {
            return new TreeSet<>(set).toString();
        }
        return String.valueOf(value);
    }
}
