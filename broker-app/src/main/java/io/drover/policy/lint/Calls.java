package io.drover.policy.lint;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be asked of a value with parentheses. */
final class Calls {

    /** What texts, lists and tables answer: the types of the arguments and, last, of the answer. */
    private static final Map<Type.Kind, Map<String, List<Type>>> OF_VALUES = Map.of(
            Type.Kind.TEXT,
            Map.of(
                    "contains", List.of(Type.TEXT, Type.TRUTH),
                    "endsWith", List.of(Type.TEXT, Type.TRUTH),
                    "equals", List.of(Type.TEXT, Type.TRUTH),
                    "equalsIgnoreCase", List.of(Type.TEXT, Type.TRUTH),
                    "isEmpty", List.of(Type.TRUTH),
                    "length", List.of(Type.WHOLE),
                    "startsWith", List.of(Type.TEXT, Type.TRUTH)),
            Type.Kind.TEXTS,
            Map.of(
                    "contains", List.of(Type.TEXT, Type.TRUTH),
                    "isEmpty", List.of(Type.TRUTH),
                    "size", List.of(Type.WHOLE)),
            Type.Kind.LABELS,
            Map.of(
                    "containsKey", List.of(Type.TEXT, Type.TRUTH),
                    "get", List.of(Type.TEXT, Type.TEXT),
                    "isEmpty", List.of(Type.TRUTH),
                    "size", List.of(Type.WHOLE)));

    private final Vocabulary vocabulary;
    private final Problems problems;

    Calls(Vocabulary vocabulary, Problems problems) {
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    /** The type of what a question answers. */
    Type answer(Type of, String name, int at, List<Type> arguments) {
        if (of.kind() == Type.Kind.UNKNOWN) {
            return Type.UNKNOWN;
        }
        if (of.kind() == Type.Kind.FACT) {
            return answerOfFact(of.raw(), name, at, arguments);
        }
        Map<String, List<Type>> known = OF_VALUES.getOrDefault(of.kind(), Map.of());
        List<Type> signature = known.get(name);
        if (signature == null) {
            problems.add(at, Lint.UNKNOWN_QUESTION, of + " has no " + name + "()", Nearest.hint(name, known.keySet()));
            return Type.UNKNOWN;
        }
        int wanted = signature.size() - 1;
        boolean fits = arguments.size() == wanted
                && (wanted == 0 || arguments.get(0).is(signature.get(0).kind()));
        if (!fits) {
            problems.add(at, Lint.WRONG_ARGUMENTS, name + "() takes " + (wanted == 0 ? "nothing" : signature.get(0)));
        }
        return signature.get(wanted);
    }

    private Type answerOfFact(Class<?> fact, String name, int at, List<Type> arguments) {
        if (!vocabulary.effects(fact, name).isEmpty()) {
            problems.add(at, Lint.EFFECT_IN_CONDITION, name + "() says something");
            return Type.UNKNOWN;
        }
        List<Method> named = vocabulary.questions(fact, name);
        if (named.isEmpty()) {
            problems.add(
                    at,
                    Lint.UNKNOWN_QUESTION,
                    fact.getSimpleName() + " has no " + name + "()",
                    Nearest.hint(name, vocabulary.questionNames(fact)));
            return Type.UNKNOWN;
        }
        Method method = fitting(named, arguments);
        if (method == null) {
            problems.add(at, Lint.WRONG_ARGUMENTS, name + "() takes " + parameters(named));
            return Type.UNKNOWN;
        }
        return Type.of(method);
    }

    /** The method that takes such arguments, null when none does. */
    static @Nullable Method fitting(List<Method> named, List<Type> arguments) {
        return named.stream().filter(m -> fits(m, arguments)).findFirst().orElse(null);
    }

    private static boolean fits(Method method, List<Type> arguments) {
        Class<?>[] parameters = method.getParameterTypes();
        int fixed = method.isVarArgs() ? parameters.length - 1 : parameters.length;
        if (arguments.size() < fixed || (arguments.size() > fixed && !method.isVarArgs())) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            Class<?> parameter = i < fixed ? parameters[i] : parameters[fixed].getComponentType();
            if (!arguments.get(i).fits(parameter)) {
                return false;
            }
        }
        return true;
    }

    /** What methods take, for people. */
    static String parameters(List<Method> named) {
        return named.stream()
                .map(m -> Stream.of(m.getParameterTypes())
                        .map(p -> p.isArray() ? "numbers" : Type.of(p).toString())
                        .collect(Collectors.joining(", ", "(", ")")))
                .sorted()
                .collect(Collectors.joining(" or "));
    }
}
