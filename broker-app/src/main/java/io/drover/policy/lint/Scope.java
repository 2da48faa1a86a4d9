package io.drover.policy.lint;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What names stand for at one place of a rule: the fact at hand, and the variables bound so far. */
final class Scope {

    private final @Nullable Class<?> self;
    private final Map<String, Type> variables;

    private Scope(@Nullable Class<?> self, Map<String, Type> variables) {
        this.self = self;
        this.variables = variables;
    }

    static Scope empty() {
        return new Scope(null, new TreeMap<>());
    }

    /** The same variables, seen from a fact. */
    Scope at(@Nullable Class<?> fact) {
        return new Scope(fact, variables);
    }

    /** A scope of its own that starts with these variables. */
    Scope inner() {
        return new Scope(self, new TreeMap<>(variables));
    }

    void bind(String variable, Type type) {
        variables.put(variable, type);
    }

    /** Binds what every one of some inner scopes binds. */
    void bindShared(Iterable<Scope> inner) {
        Set<String> shared = null;
        Scope last = this;
        for (Scope scope : inner) {
            if (shared == null) {
                shared = new HashSet<>(scope.variables.keySet());
            }
            shared.retainAll(scope.variables.keySet());
            last = scope;
        }
        if (shared != null) {
            for (String variable : shared) {
                bind(variable, last.variables.getOrDefault(variable, Type.UNKNOWN));
            }
        }
    }

    @Nullable
    Class<?> self() {
        return self;
    }

    @Nullable
    Type variable(String name) {
        return variables.get(name);
    }

    Set<String> variables() {
        return variables.keySet();
    }
}
