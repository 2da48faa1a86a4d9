package io.drover.policy.lint;

import io.drover.policy.fact.Agent;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Says;
import io.drover.policy.fact.Stage;
import io.drover.policy.lint.Expression.Invocation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that a right-hand side says only what a rule of its stage may say. */
final class ConsequenceCheck {

    private static final String JOIN = "join";

    private final Vocabulary vocabulary;
    private final Problems problems;
    private final Typing typing;

    ConsequenceCheck(Vocabulary vocabulary, Problems problems, Typing typing) {
        this.vocabulary = vocabulary;
        this.problems = problems;
        this.typing = typing;
    }

    /**
     * @param at the right-hand side's place in the file
     * @param stage the rule's stage, null when it is not known
     * @param scope what the conditions bind
     * @param facts the facts that the rule looks at
     */
    void check(String code, int at, @Nullable Stage stage, Scope scope, Set<Class<?>> facts) {
        try {
            List<Invocation> calls = Consequence.parse(code, at);
            if (calls.isEmpty()) {
                problems.add(at, Lint.NOTHING_SAID, "the then part says nothing");
            }
            calls.forEach(call -> effect(call, stage, scope, facts));
        } catch (UnreadableException e) {
            problems.add(e);
        }
    }

    private void effect(Invocation call, @Nullable Stage stage, Scope scope, Set<Class<?>> facts) {
        Expression on = call.of();
        Type of = on instanceof Expression.Name ? typing.of(on, scope) : Type.NOTHING;
        if (of.kind() == Type.Kind.UNKNOWN) {
            return;
        }
        if (of.kind() != Type.Kind.FACT) {
            problems.add(
                    call.at(),
                    Lint.UNKNOWN_EFFECT,
                    call.name() + "() is no effect",
                    "effects are said of facts bound in the conditions");
            return;
        }
        List<Type> arguments =
                call.arguments().stream().map(a -> typing.of(a, scope)).toList();
        List<Method> named = vocabulary.effects(of.raw(), call.name());
        String fact = of.raw().getSimpleName();
        if (named.isEmpty()) {
            Set<String> known = vocabulary.effectNames(of.raw());
            problems.add(
                    call.at(),
                    Lint.UNKNOWN_EFFECT,
                    fact + " has no effect " + call.name() + "()",
                    Nearest.hint(call.name(), known));
            return;
        }
        Method method = Calls.fitting(named, arguments);
        if (method == null) {
            problems.add(
                    call.at(), Lint.WRONG_ARGUMENTS, fact + "." + call.name() + " takes " + Calls.parameters(named));
            return;
        }
        stage(call, method, stage);
        time(call, method, facts);
    }

    private void stage(Invocation call, Method method, @Nullable Stage stage) {
        Says says = method.getAnnotation(Says.class);
        List<Stage> stages = says == null ? List.of() : Arrays.asList(says.value());
        if (stage != null && !stages.isEmpty() && !stages.contains(stage)) {
            problems.add(
                    call.at(),
                    Lint.WRONG_STAGE,
                    call.name() + "() belongs to stage " + stages.get(0).word() + ", this rule to stage "
                            + stage.word());
        }
    }

    private void time(Invocation call, Method method, Set<Class<?>> facts) {
        boolean ofRequest = facts.stream().anyMatch(Vocabulary.OF_REQUEST::contains);
        if (method.getDeclaringClass() == Agent.class && call.name().equals(JOIN) && ofRequest) {
            problems.add(
                    call.at(),
                    Lint.JOIN_FOR_REQUEST,
                    "membership holds for everybody",
                    "a rule that joins cannot look at a request");
        }
        boolean later = facts.stream().anyMatch(f -> f != Call.class && Vocabulary.OF_REQUEST.contains(f));
        if (method.getDeclaringClass() == Call.class && later) {
            problems.add(
                    call.at(), Lint.CALL_TOO_LATE, "a call is understood before anything else of the request is known");
        }
    }
}
