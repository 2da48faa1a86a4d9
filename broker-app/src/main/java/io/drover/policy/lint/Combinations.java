package io.drover.policy.lint;

import io.drover.policy.fact.Agent;
import io.drover.policy.fact.Avoid;
import io.drover.policy.fact.Failure;
import io.drover.policy.fact.Farm;
import io.drover.policy.fact.Lease;
import io.drover.policy.fact.Own;
import io.drover.policy.fact.Resource;
import io.drover.policy.fact.Session;
import io.drover.policy.fact.Strategy;
import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Index;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.Name;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AndDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.OrDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a rule whose conditions combine too many facts. All combinations are held in memory, and with every pattern
 * there are as many times more as there are such facts.
 */
final class Combinations {

    private static final int MOST = 2;
    private static final int MOST_WITHIN_NOT = 3;
    private static final int MOST_ALTERNATIVES = 64;
    private static final String NONE = "";

    /** The facts of which there are many, and the property that only one of them has the same of. */
    private static final Map<Class<?>, String> MANY = Map.of(
            Agent.class, "id",
            Farm.class, "id",
            Resource.class, "id",
            Strategy.class, "name",
            Own.class, "agent_id",
            Avoid.class, "agent_id",
            Failure.class, "agent_id",
            Session.class, NONE,
            Lease.class, NONE);

    private final Vocabulary vocabulary;
    private final Problems problems;
    private boolean refused;

    Combinations(Vocabulary vocabulary, Problems problems) {
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    /** @param rule the rule's place in the file */
    void check(@Nullable AndDescr conditions, int rule) {
        count(conditions, 0, MOST);
        if (alternatives(conditions) > MOST_ALTERNATIVES) {
            refuse(rule, "the alternatives of or make more than " + MOST_ALTERNATIVES + " rules of it");
        }
    }

    /** How many facts are combined after a condition, when so many were before it. */
    private int count(@Nullable Object element, int before, int most) {
        if (element instanceof PatternDescr pattern) {
            return pattern(pattern, before, most);
        } else if (element instanceof OrDescr or) {
            return or.getDescrs().stream()
                    .mapToInt(one -> count(one, before, most))
                    .max()
                    .orElse(before);
        } else if (element instanceof AndDescr and) {
            return each(and.getDescrs(), before, most);
        } else if (element instanceof ConditionalElementDescr other) {
            each(other.getDescrs(), before, MOST_WITHIN_NOT);
        }
        return before;
    }

    private int each(List<?> elements, int before, int most) {
        int after = before;
        for (Object one : elements) {
            after = count(one, after, most);
        }
        return after;
    }

    private int pattern(PatternDescr pattern, int before, int most) {
        if (pattern.getSource() instanceof AccumulateDescr accumulate) {
            count(accumulate.getInput(), before, most);
            return before;
        }
        Class<?> fact = vocabulary.fact(pattern.getObjectType());
        String key = fact == null ? null : MANY.get(fact);
        if (key == null || isOne(pattern, key)) {
            return before;
        }
        if (before + 1 > most) {
            refuse(Math.max(0, pattern.getStartCharacter()), "more than " + most + " facts are combined freely");
        }
        return before + 1;
    }

    /** Whether at most one fact fits, because what it is called is known before. */
    private static boolean isOne(PatternDescr pattern, String key) {
        Set<String> own = new HashSet<>();
        if (pattern.getIdentifier() != null) {
            own.add(pattern.getIdentifier());
        }
        for (BaseDescr one : pattern.getConstraint().getDescrs()) {
            if (one instanceof ExprConstraintDescr text && isOne(text, key, own)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOne(ExprConstraintDescr text, String key, Set<String> own) {
        try {
            Condition condition = ConditionParser.parse(text.getExpression(), 0);
            if (condition.variable() != null) {
                own.add(condition.variable());
            }
            return condition.test() != null && names(condition.test(), key, own);
        } catch (UnreadableException e) {
            return true;
        }
    }

    private static boolean names(Expression test, String key, Set<String> own) {
        if (!(test instanceof Binary binary)) {
            return false;
        }
        if (binary.operator().equals("&&")) {
            return names(binary.left(), key, own) || names(binary.right(), key, own);
        }
        return binary.operator().equals("==")
                && ((isKey(binary.left(), key) && isKnown(binary.right(), own))
                        || (isKey(binary.right(), key) && isKnown(binary.left(), own)));
    }

    private static boolean isKey(Expression side, String key) {
        return side instanceof Name name
                && (name.name().equals(key) || name.name().equals("this"));
    }

    private static boolean isKnown(@Nullable Expression side, Set<String> own) {
        if (side instanceof Name name) {
            return name.name().startsWith("$") && !own.contains(name.name());
        } else if (side instanceof Member member) {
            return isKnown(member.of(), own);
        } else if (side instanceof Index index) {
            return isKnown(index.of(), own);
        } else if (side instanceof Invocation invocation) {
            return isKnown(invocation.of(), own);
        }
        return side instanceof Literal;
    }

    /** How many rules the engine makes of one: it writes every combination of alternatives out. */
    private static double alternatives(@Nullable Object element) {
        double all = element instanceof OrDescr ? 0 : 1;
        if (element instanceof ConditionalElementDescr parts) {
            for (Object one : parts.getDescrs()) {
                double inner = alternatives(one);
                all = element instanceof OrDescr ? all + inner : all * inner;
            }
        }
        return all;
    }

    private void refuse(int at, String message) {
        if (!refused) {
            problems.add(at, Lint.TOO_MANY_COMBINATIONS, message);
            refused = true;
        }
    }
}
