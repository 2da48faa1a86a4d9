package io.drover.policy.lint;

import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Choice;
import io.drover.policy.lint.Expression.Index;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.OneOf;
import io.drover.policy.lint.Expression.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;

/** The small changes of one rule's conditions. */
final class ConditionEdits {

    private static final Map<String, String> OTHER = Map.of(
            "<", "<=", "<=", "<", ">", ">=", ">=", ">", "==", "!=", "!=", "==", "&&", "||", "||", "&&", "+", "-", "-",
            "+");

    private final String text;
    private final List<Edit> edits = new ArrayList<>();

    private ConditionEdits(String text) {
        this.text = text;
    }

    static List<Edit> of(String text, RuleDescr rule) {
        ConditionEdits edits = new ConditionEdits(text);
        edits.element(rule.getLhs());
        return edits.edits;
    }

    private void element(Object element) {
        if (element instanceof ConditionalElementDescr several) {
            several.getDescrs().forEach(this::element);
        } else if (element instanceof PatternDescr pattern) {
            if (pattern.getSource() instanceof AccumulateDescr accumulate) {
                element(accumulate.getInput());
            }
            List<? extends BaseDescr> conditions = pattern.getConstraint().getDescrs();
            for (int i = 0; i < conditions.size(); i++) {
                condition(conditions, i);
            }
        }
    }

    private void condition(List<? extends BaseDescr> all, int place) {
        if (!(all.get(place) instanceof ExprConstraintDescr one)) {
            return;
        }
        try {
            Condition condition = ConditionParser.parse(one.getExpression(), one.getStartCharacter());
            Expression test = condition.test();
            if (test != null) {
                expression(test);
                dropped(all, place, condition, test);
            }
        } catch (UnreadableException e) {
            throw new IllegalArgumentException("a condition that the contract refuses", e);
        }
    }

    private void dropped(List<? extends BaseDescr> all, int place, Condition condition, Expression test) {
        int from = all.get(place).getStartCharacter();
        int to = end(all, place);
        String change = text.substring(from, to).replaceAll("\\s+", " ") + " dropped";
        Expression bound = condition.bound();
        if (bound != null) {
            int afterBound = text.substring(0, firstOperator(bound, test))
                    .stripTrailing()
                    .length();
            edits.add(new Edit(afterBound, to, "", change));
        } else if (place + 1 < all.size()) {
            edits.add(new Edit(from, all.get(place + 1).getStartCharacter(), "", change));
        } else {
            edits.add(new Edit(place == 0 ? from : end(all, place - 1), to, "", change));
        }
    }

    private static int end(List<? extends BaseDescr> all, int place) {
        return all.get(place).getStartCharacter()
                + ((ExprConstraintDescr) all.get(place)).getExpression().length();
    }

    /** Where the operator after the bound property stands. */
    private static int firstOperator(Expression bound, Expression test) {
        if (test instanceof Binary binary) {
            return binary.left().at() == bound.at() && binary.left().isPath()
                    ? binary.at()
                    : firstOperator(bound, binary.left());
        }
        return test.at();
    }

    private void expression(Expression expression) {
        if (expression instanceof Literal literal) {
            number(literal);
        } else if (expression instanceof Binary binary) {
            String other = OTHER.get(binary.operator());
            if (other != null) {
                edits.add(Edit.replace(binary.at(), binary.operator(), other));
            }
            expression(binary.left());
            expression(binary.right());
        } else if (expression instanceof Unary unary) {
            edits.add(new Edit(unary.at(), unary.at() + 1, "", unary.operator() + " dropped"));
            expression(unary.of());
        } else if (expression instanceof OneOf oneOf) {
            expression(oneOf.of());
            oneOf.list().forEach(this::expression);
        } else if (expression instanceof Invocation invocation) {
            invocation.arguments().forEach(this::expression);
        } else if (expression instanceof Index index) {
            expression(index.of());
        } else if (expression instanceof Member member) {
            expression(member.of());
        } else if (expression instanceof Choice choice) {
            expression(choice.condition());
            expression(choice.yes());
            expression(choice.no());
        }
    }

    private void number(Literal literal) {
        if (literal.type().kind() == Type.Kind.WHOLE || literal.type().kind() == Type.Kind.DECIMAL) {
            Nudge.both(literal.text()).forEach(other -> edits.add(Edit.replace(literal.at(), literal.text(), other)));
        }
    }
}
