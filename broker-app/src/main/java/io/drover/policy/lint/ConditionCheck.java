package io.drover.policy.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AccumulateDescr.AccumulateFunctionCallDescr;
import org.drools.drl.ast.descr.AndDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.EvalDescr;
import org.drools.drl.ast.descr.ExistsDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.ForallDescr;
import org.drools.drl.ast.descr.NamedConsequenceDescr;
import org.drools.drl.ast.descr.NotDescr;
import org.drools.drl.ast.descr.OrDescr;
import org.drools.drl.ast.descr.PatternDescr;

/** Checks the conditions of one rule, and learns which facts it looks at and which variables it binds. */
final class ConditionCheck {

    private static final Map<String, Type> FUNCTIONS = Map.of(
            "average", Type.DECIMAL,
            "count", Type.WHOLE,
            "max", Type.DECIMAL,
            "min", Type.DECIMAL,
            "sum", Type.DECIMAL);
    private static final Pattern BINDING = Pattern.compile("\\s*(\\$\\w+)\\s*:");
    private static final String RESULTS = "Object";

    private final Vocabulary vocabulary;
    private final Problems problems;
    private final Typing typing;
    private final int rule;
    private final Set<Class<?>> facts = new HashSet<>();
    private boolean branches;

    /** @param rule the rule's place in the file */
    ConditionCheck(Vocabulary vocabulary, Problems problems, Typing typing, int rule) {
        this.vocabulary = vocabulary;
        this.problems = problems;
        this.typing = typing;
        this.rule = rule;
    }

    /** The facts that the rule looks at. */
    Set<Class<?>> facts() {
        return facts;
    }

    /** Whether the conditions lead to more than one then part. */
    boolean hasBranches() {
        return branches;
    }

    void check(Object element, Scope scope) {
        if (element instanceof AndDescr and) {
            each(and.getDescrs(), scope);
        } else if (element instanceof OrDescr or) {
            List<Scope> branches = new ArrayList<>();
            or.getDescrs().forEach(one -> branches.add(inner(one, scope)));
            scope.bindShared(branches);
        } else if (element instanceof NotDescr not) {
            each(not.getDescrs(), scope.inner());
        } else if (element instanceof ExistsDescr exists) {
            each(exists.getDescrs(), scope.inner());
        } else if (element instanceof ForallDescr forall) {
            each(forall.getDescrs(), scope.inner());
        } else if (element instanceof PatternDescr pattern) {
            pattern(pattern, scope);
        } else if (element instanceof NamedConsequenceDescr branch) {
            branches = true;
            problems.add(place(branch), Lint.SEVERAL_THEN_PARTS, "a rule has one then part");
        } else if (element instanceof BaseDescr other) {
            String kind = other.getClass().getSimpleName().replace("Descr", "").toLowerCase(Locale.ROOT);
            Lint lint = other instanceof EvalDescr ? Lint.EVAL : Lint.UNSUPPORTED_CONDITION;
            problems.add(place(other), lint, kind + " is not used in conditions");
        }
    }

    private void each(List<?> elements, Scope scope) {
        elements.forEach(one -> check(one, scope));
    }

    private Scope inner(Object element, Scope scope) {
        Scope within = scope.inner();
        check(element, within);
        return within;
    }

    private void pattern(PatternDescr pattern, Scope scope) {
        int at = place(pattern);
        if (!isPlain(pattern, at)) {
            bindUnknown(pattern, scope);
            return;
        }
        if (pattern.getSource() instanceof AccumulateDescr accumulate
                && pattern.getObjectType().equals(RESULTS)) {
            accumulate(accumulate, at, scope);
            constraints(pattern, scope.at(null));
            return;
        }
        Class<?> fact = vocabulary.fact(pattern.getObjectType());
        if (fact == null) {
            String name = pattern.getObjectType();
            problems.add(at, Lint.UNKNOWN_FACT, "there is no fact " + name, Nearest.hint(name, vocabulary.factNames()));
            bindUnknown(pattern, scope);
            return;
        }
        facts.add(fact);
        if (pattern.getIdentifier() != null) {
            bind(pattern.getIdentifier(), Type.of(fact), at, scope);
        }
        constraints(pattern, scope.at(fact));
    }

    /** So that nothing more is said of what was refused already. */
    private static void bindUnknown(PatternDescr pattern, Scope scope) {
        if (pattern.getIdentifier() != null) {
            scope.bind(pattern.getIdentifier(), Type.UNKNOWN);
        }
        for (Object one : pattern.getConstraint().getDescrs()) {
            Matcher variable = BINDING.matcher(one instanceof ExprConstraintDescr text ? text.getExpression() : "");
            if (variable.lookingAt()) {
                scope.bind(variable.group(1), Type.UNKNOWN);
            }
        }
    }

    private boolean isPlain(PatternDescr pattern, int at) {
        boolean source = pattern.getSource() != null;
        if (source && pattern.getSource().getClass() != AccumulateDescr.class) {
            problems.add(at, Lint.FROM, "from is not used");
        } else if (source && !pattern.getObjectType().equals(RESULTS)) {
            problems.add(at, Lint.FROM, "from is not used", "write accumulate( Agent( $n : load ); $all : sum( $n ) )");
        } else if (!pattern.getBehaviors().isEmpty()) {
            problems.add(at, Lint.WINDOW, "windows are not used");
        } else if (pattern.isQuery()) {
            problems.add(at, Lint.QUERY, "queries are not used");
        } else if (!pattern.getAnnotationNames().isEmpty()) {
            problems.add(at, Lint.UNKNOWN_ANNOTATION, "patterns have no annotations", "leave it out");
        } else if (pattern.isUnification()) {
            problems.add(at, Lint.UNSUPPORTED_CONDITION, ":= is not used", "write : to bind");
        } else {
            return true;
        }
        return false;
    }

    private void constraints(PatternDescr pattern, Scope scope) {
        for (Object one : pattern.getConstraint().getDescrs()) {
            if (one instanceof ExprConstraintDescr text && text.getType() == ExprConstraintDescr.Type.NAMED) {
                condition(text, scope);
            } else {
                problems.add(place(pattern), Lint.UNNAMED_CONDITION, "conditions name their property");
            }
        }
    }

    private void condition(ExprConstraintDescr text, Scope scope) {
        try {
            Condition condition = ConditionParser.parse(text.getExpression(), place(text));
            if (condition.test() != null && !typing.of(condition.test(), scope).is(Type.Kind.TRUTH)) {
                problems.add(place(text), Lint.NOT_A_TEST, "a condition is true or false");
            }
            if (condition.variable() != null && condition.bound() != null) {
                Type type = condition.test() == null
                        ? typing.of(condition.bound(), scope)
                        : typing.silently(condition.bound(), scope);
                bind(condition.variable(), type, place(text), scope);
            }
        } catch (UnreadableException e) {
            problems.add(e);
            Matcher variable = BINDING.matcher(text.getExpression());
            if (variable.lookingAt()) {
                scope.bind(variable.group(1), Type.UNKNOWN);
            }
        }
    }

    private void bind(String variable, Type type, int at, Scope scope) {
        if (!variable.startsWith("$")) {
            problems.add(at, Lint.VARIABLE_NAME, "a variable starts with $", "write $" + variable);
        } else if (scope.variable(variable) != null) {
            problems.add(at, Lint.VARIABLE_BOUND_TWICE, variable + " is bound already");
        }
        scope.bind(variable, type);
    }

    private void accumulate(AccumulateDescr accumulate, int at, Scope scope) {
        Scope within = scope.inner();
        check(accumulate.getInput(), within);
        if (accumulate.getFunctions().isEmpty()) {
            problems.add(
                    at,
                    Lint.UNKNOWN_ACCUMULATE_FUNCTION,
                    "accumulate has no code",
                    "use " + Nearest.listed(FUNCTIONS.keySet()));
        }
        for (AccumulateFunctionCallDescr call : accumulate.getFunctions()) {
            Type result = FUNCTIONS.get(call.getFunction());
            if (result == null) {
                String name = call.getFunction();
                problems.add(
                        at,
                        Lint.UNKNOWN_ACCUMULATE_FUNCTION,
                        "accumulate has no " + name + "()",
                        Nearest.hint(name, FUNCTIONS.keySet()));
            }
            for (String parameter : call.getParams()) {
                parameter(parameter, at, within);
            }
            if (call.getBind() != null) {
                bind(call.getBind(), result == null ? Type.UNKNOWN : result, at, scope);
            }
        }
    }

    private void parameter(String parameter, int at, Scope within) {
        Type type = within.variable(parameter.strip());
        if (type == null || !type.isNumber()) {
            problems.add(at, Lint.ACCUMULATE_ARGUMENT, parameter + " is no number that the pattern before it binds");
        }
    }

    private int place(BaseDescr descr) {
        return descr.getStartCharacter() < 0 ? rule : descr.getStartCharacter();
    }
}
