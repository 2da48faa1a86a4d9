package io.drover.policy.lint;

import io.drover.policy.Strategies;
import io.drover.policy.fact.Strategy;
import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Choice;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.Name;
import io.drover.policy.lint.Expression.OneOf;
import io.drover.policy.lint.Expression.Unary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/**
 * Collects the strategies that rules name. A rule that takes a {@code Strategy}, or a farm's strategy, otherwise than
 * by a name that stands in it may mean any.
 */
public final class StrategyNames {

    private static final String FACT = Strategy.class.getSimpleName();
    private static final String NAME = "name";
    private static final String OF_FARM = "strategy";

    private final Set<String> names = new HashSet<>();
    private boolean any;

    private StrategyNames() {}

    /** What the rules of all files together know. */
    public static Strategies of(Collection<RuleDescr> rules) {
        StrategyNames found = new StrategyNames();
        rules.forEach(rule -> found.element(rule.getLhs()));
        return new Strategies(List.copyOf(found.names), found.any);
    }

    private void element(@Nullable Object element) {
        if (element instanceof PatternDescr pattern) {
            if (pattern.getSource() instanceof AccumulateDescr accumulate) {
                element(accumulate.getInput());
            } else {
                pattern(pattern);
            }
        } else if (element instanceof ConditionalElementDescr group) {
            group.getDescrs().forEach(this::element);
        }
    }

    private void pattern(PatternDescr pattern) {
        boolean ofStrategy = FACT.equals(pattern.getObjectType());
        boolean named = false;
        for (Object one : pattern.getConstraint().getDescrs()) {
            if (one instanceof ExprConstraintDescr text) {
                named |= condition(text.getExpression(), ofStrategy);
            }
        }
        any |= ofStrategy && !named;
    }

    /** Whether the condition names a strategy. */
    private boolean condition(String text, boolean ofStrategy) {
        try {
            Condition condition = ConditionParser.parse(text, 0);
            return condition.test() != null && names(condition.test(), ofStrategy);
        } catch (UnreadableException e) {
            any = true;
            return false;
        }
    }

    private boolean names(Expression test, boolean ofStrategy) {
        if (test instanceof OneOf oneOf) {
            return !oneOf.not() && isStrategy(oneOf.of(), ofStrategy) && literals(oneOf.list());
        } else if (test instanceof Unary unary) {
            return names(unary.of(), ofStrategy);
        } else if (test instanceof Choice choice) {
            return oneNames(List.of(choice.condition(), choice.yes(), choice.no()), ofStrategy);
        } else if (test instanceof Binary binary) {
            return binary(binary, ofStrategy);
        }
        return false;
    }

    private boolean oneNames(List<Expression> tests, boolean ofStrategy) {
        boolean named = false;
        for (Expression test : tests) {
            named |= names(test, ofStrategy);
        }
        return named;
    }

    private boolean binary(Binary binary, boolean ofStrategy) {
        Expression left = binary.left();
        Expression right = binary.right();
        switch (binary.operator()) {
            case "&&", "||" -> {
                return oneNames(List.of(left, right), ofStrategy);
            }
            case "==" -> {
                return (isStrategy(left, ofStrategy) && literals(List.of(right)))
                        || (isStrategy(right, ofStrategy) && literals(List.of(left)));
            }
            case "matches", "contains", "memberOf" -> any |= isStrategy(left, ofStrategy);
            default -> {}
        }
        return false;
    }

    private static boolean isStrategy(Expression expression, boolean ofStrategy) {
        if (expression instanceof Name name) {
            return name.name().equals(ofStrategy ? NAME : OF_FARM);
        }
        return expression instanceof Member member && member.name().equals(OF_FARM);
    }

    private boolean literals(List<Expression> list) {
        List<String> words = new ArrayList<>();
        for (Expression one : list) {
            if (!(one instanceof Literal literal) || !literal.type().is(Type.Kind.TEXT)) {
                return false;
            }
            words.add(literal.word());
        }
        names.addAll(words);
        return true;
    }
}
