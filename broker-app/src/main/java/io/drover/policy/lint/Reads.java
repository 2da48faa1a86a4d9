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
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.jspecify.annotations.Nullable;

/** Collects which properties of which facts the conditions of a rule read. The rule must keep the contract. */
final class Reads {

    private final Vocabulary vocabulary;
    private final SortedMap<String, SortedSet<String>> found = new TreeMap<>();
    private final Map<String, Class<?>> variables = new HashMap<>();

    Reads(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** The properties by the name of their fact. */
    SortedMap<String, SortedSet<String>> of(Object condition) {
        element(condition);
        return found;
    }

    private void element(@Nullable Object element) {
        if (element instanceof PatternDescr pattern) {
            pattern(pattern);
        } else if (element instanceof ConditionalElementDescr group) {
            group.getDescrs().forEach(this::element);
        }
    }

    private void pattern(PatternDescr pattern) {
        if (pattern.getSource() instanceof AccumulateDescr accumulate) {
            element(accumulate.getInput());
            return;
        }
        Class<?> fact = vocabulary.fact(pattern.getObjectType());
        if (fact == null) {
            return;
        }
        found.computeIfAbsent(fact.getSimpleName(), name -> new TreeSet<>());
        if (pattern.getIdentifier() != null) {
            variables.put(pattern.getIdentifier(), fact);
        }
        for (Object one : pattern.getConstraint().getDescrs()) {
            if (one instanceof ExprConstraintDescr text) {
                condition(text.getExpression(), fact);
            }
        }
    }

    private void condition(String text, Class<?> fact) {
        try {
            Condition condition = ConditionParser.parse(text, 0);
            if (condition.bound() != null) {
                expression(condition.bound(), fact);
            }
            if (condition.test() != null) {
                expression(condition.test(), fact);
            }
        } catch (UnreadableException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private void expression(Expression expression, Class<?> fact) {
        if (expression instanceof Name name) {
            property(fact, name.name());
        } else if (expression instanceof Member member) {
            Class<?> of = factOf(member.of(), fact);
            if (of == null) {
                expression(member.of(), fact);
            } else {
                property(of, member.name());
            }
        } else if (expression instanceof Invocation invocation) {
            if (invocation.of() != null) {
                expression(invocation.of(), fact);
            }
            invocation.arguments().forEach(one -> expression(one, fact));
        } else if (expression instanceof Index index) {
            expression(index.of(), fact);
        } else if (expression instanceof Unary unary) {
            expression(unary.of(), fact);
        } else if (expression instanceof Binary binary) {
            expression(binary.left(), fact);
            expression(binary.right(), fact);
        } else if (expression instanceof OneOf oneOf) {
            expression(oneOf.of(), fact);
        } else if (!(expression instanceof Literal || expression instanceof Choice)) {
            throw new IllegalArgumentException(expression.toString());
        }
    }

    /** The fact that an expression stands for, null when it stands for none. */
    private @Nullable Class<?> factOf(Expression expression, Class<?> fact) {
        if (!(expression instanceof Name name)) {
            return null;
        }
        Type type = vocabulary.property(fact, name.name());
        return type != null && type.kind() == Type.Kind.FACT ? type.raw() : variables.get(name.name());
    }

    private void property(Class<?> fact, String name) {
        if (vocabulary.property(fact, name) != null) {
            found.computeIfAbsent(fact.getSimpleName(), one -> new TreeSet<>()).add(name);
        }
    }
}
