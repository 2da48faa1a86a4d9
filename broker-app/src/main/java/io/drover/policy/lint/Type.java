package io.drover.policy.lint;

import io.drover.policy.fact.Words;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a value is.
 *
 * @param kind the kind of value
 * @param raw the Java class, where that says more than the kind
 * @param words all words that it can be, when they are known; else empty
 */
record Type(Kind kind, Class<?> raw, List<String> words) {

    static final Type TEXT = new Type(Kind.TEXT, String.class, List.of());
    static final Type WHOLE = new Type(Kind.WHOLE, long.class, List.of());
    static final Type DECIMAL = new Type(Kind.DECIMAL, double.class, List.of());
    static final Type TRUTH = new Type(Kind.TRUTH, boolean.class, List.of());
    static final Type NULL = new Type(Kind.NULL, Object.class, List.of());
    static final Type NOTHING = new Type(Kind.NOTHING, void.class, List.of());

    /** The type of what was refused already, so that nothing further is said of it. */
    static final Type UNKNOWN = new Type(Kind.UNKNOWN, Object.class, List.of());

    enum Kind {
        TEXT("text"),
        WHOLE("a number"),
        DECIMAL("a number"),
        TRUTH("true or false"),
        TEXTS("a list of texts"),
        LABELS("a table of texts"),
        FACT("a fact"),
        ENUM("one of the vocabulary's constants"),
        NULL("null"),
        NOTHING("nothing"),
        UNKNOWN("unknown");

        private final String people;

        /** @param people how people call it */
        Kind(String people) {
            this.people = people;
        }
    }

    static Type of(Class<?> raw) {
        return new Type(kindOf(raw), raw, List.of());
    }

    static Type of(Method method) {
        Words words = method.getAnnotation(Words.class);
        Class<?> raw = method.getReturnType();
        return new Type(kindOf(raw), raw, words == null ? List.of() : List.of(words.value()));
    }

    private static Kind kindOf(Class<?> raw) {
        if (raw == String.class) {
            return Kind.TEXT;
        }
        if (raw == int.class || raw == long.class) {
            return Kind.WHOLE;
        }
        if (raw == double.class) {
            return Kind.DECIMAL;
        }
        if (raw == boolean.class) {
            return Kind.TRUTH;
        }
        if (raw == void.class) {
            return Kind.NOTHING;
        }
        if (Map.class.isAssignableFrom(raw)) {
            return Kind.LABELS;
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return Kind.TEXTS;
        }
        return raw.isEnum() ? Kind.ENUM : Kind.FACT;
    }

    boolean is(Kind other) {
        return kind == other || kind == Kind.UNKNOWN;
    }

    boolean isNumber() {
        return kind == Kind.WHOLE || kind == Kind.DECIMAL || kind == Kind.UNKNOWN;
    }

    /** Whether a value of this type can be handed to a parameter. */
    boolean fits(Class<?> parameter) {
        return switch (kind) {
            case UNKNOWN -> true;
            case WHOLE -> parameter == int.class || parameter == long.class || parameter == double.class;
            case LABELS, TEXTS -> parameter.isAssignableFrom(raw);
            case TEXT, DECIMAL, TRUTH, FACT, ENUM -> parameter == raw;
            case NULL, NOTHING -> false;
        };
    }

    /** Whether two values can ever be equal. */
    boolean comparesWith(Type other) {
        if (kind == Kind.UNKNOWN || other.kind == Kind.UNKNOWN) {
            return true;
        }
        if (kind == Kind.NULL || other.kind == Kind.NULL) {
            return kind == Kind.TEXT || other.kind == Kind.TEXT;
        }
        return isNumber() ? other.isNumber() : kind == other.kind && (kind == Kind.TEXT || raw == other.raw);
    }

    @Override
    public String toString() {
        return kind == Kind.FACT ? "a fact " + raw.getSimpleName() : kind.people;
    }
}
