package io.drover.policy.lint;

import io.drover.policy.RuleRef;
import io.drover.policy.fact.Stage;
import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Name;
import io.drover.policy.lint.RuleSteps.Effect;
import io.drover.policy.lint.RuleSteps.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** Takes one rule apart, its facts narrowed to the host, farm, strategy and resource that it speaks of. */
final class StepReading {

    private static final String AGENT_ID = "agent_id";

    private final FileText text;
    private final RuleDescr rule;
    private final Subject subject;
    private final List<Invocation> calls;
    private final Set<String> spokenOf = new HashSet<>();
    private final Set<String> ofHost = new HashSet<>();
    private final List<RuleStep> steps = new ArrayList<>();
    private final StringBuilder before = new StringBuilder();

    StepReading(FileText text, RuleDescr rule, Subject subject) {
        this.text = text;
        this.rule = rule;
        this.subject = subject;
        String code = String.valueOf(rule.getConsequence());
        try {
            calls = Consequence.parse(code, text.find(code, text.startOfLine(rule.getConsequenceLine())));
        } catch (UnreadableException e) {
            throw new IllegalArgumentException("a then part that the contract refuses", e);
        }
        calls.forEach(this::names);
    }

    private void names(Expression expression) {
        if (expression instanceof Name name) {
            spokenOf.add(name.name());
        } else if (expression instanceof Invocation call) {
            if (call.of() != null) {
                names(call.of());
            }
            call.arguments().forEach(this::names);
        }
    }

    RuleSteps read(Stage stage) {
        List<? extends BaseDescr> elements = rule.getLhs().getDescrs();
        elements.forEach(this::findHost);
        elements.forEach(this::element);
        RuleRef where = new RuleRef(ParsedFile.id(rule), rule.getName(), text.file(), rule.getLine());
        return new RuleSteps(
                where, stage, calls.stream().map(StepReading::effect).toList(), steps);
    }

    private static Effect effect(Invocation call) {
        return new Effect(
                call.name(),
                call.arguments().stream()
                        .filter(a ->
                                a instanceof Literal literal && literal.type().is(Type.Kind.TEXT))
                        .map(a -> ((Literal) a).text())
                        .map(quoted -> quoted.substring(1, quoted.length() - 1))
                        .toList());
    }

    /** Finds the variables that are the id of the host spoken of, as in {@code $agent : Agent( id == $id )}. */
    private void findHost(BaseDescr element) {
        if (element instanceof PatternDescr pattern && isSpokenOf(pattern) && "Agent".equals(pattern.getObjectType())) {
            for (Object one : pattern.getConstraint().getDescrs()) {
                if (parsed((ExprConstraintDescr) one).test() instanceof Binary binary
                        && binary.operator().equals("==")
                        && binary.left() instanceof Name left
                        && binary.right() instanceof Name right) {
                    ofHost.add(left.name().equals("id") ? right.name() : left.name());
                }
            }
        }
    }

    private boolean isSpokenOf(PatternDescr pattern) {
        return pattern.getIdentifier() != null && spokenOf.contains(pattern.getIdentifier());
    }

    private static Condition parsed(ExprConstraintDescr one) {
        try {
            return ConditionParser.parse(one.getExpression(), one.getStartCharacter());
        } catch (UnreadableException e) {
            throw new IllegalArgumentException("a condition that the contract refuses", e);
        }
    }

    private void element(BaseDescr element) {
        if (element instanceof PatternDescr pattern && pattern.getSource() == null) {
            pattern(pattern);
        } else {
            String whole = text.text().substring(element.getStartCharacter(), element.getEndCharacter());
            before.append("( ").append(whole).append(" )\n");
            String condition = onOneLine(whole);
            step(element.getStartCharacter(), before.toString(), condition, condition + " is false", null, null);
        }
    }

    private void pattern(PatternDescr pattern) {
        String variable = pattern.getIdentifier() == null ? "$step" + steps.size() : pattern.getIdentifier();
        String head = variable + " : " + pattern.getObjectType() + "( ";
        StringJoiner conditions = new StringJoiner(", ");
        Pin pin = pin(pattern);
        if (pin != null) {
            conditions.add(pin.condition());
        }
        String name = pattern.getObjectType();
        String missing = "there is no " + name + (pin == null ? "" : pin.words());
        step(pattern.getStartCharacter(), before + head + conditions + " )\n", name, missing, variable, null);
        for (Object one : pattern.getConstraint().getDescrs()) {
            ExprConstraintDescr constraint = (ExprConstraintDescr) one;
            conditions.add(constraint.getExpression());
            Expression test = parsed(constraint).test();
            String condition = onOneLine(constraint.getExpression());
            String probe = before + head + conditions + " )\n";
            step(constraint.getStartCharacter(), probe, condition, condition + " is false", variable, test);
        }
        before.append(head).append(conditions).append(" )\n");
    }

    /** What narrows a fact, and how people say it. */
    private record Pin(String condition, String words) {
        static Pin of(String property, String value) {
            String text = '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            return new Pin(property + " == " + text, " with " + property + " " + text);
        }
    }

    private @Nullable Pin pin(PatternDescr pattern) {
        Map<String, Pin> pins = Map.of(
                "Agent", Pin.of("id", subject.agentId()),
                "Farm", Pin.of("id", subject.farmId()),
                "Strategy", Pin.of("name", subject.strategy()),
                "Resource", Pin.of("id", subject.resourceId()));
        if (isSpokenOf(pattern) && pins.containsKey(pattern.getObjectType())) {
            return pins.get(pattern.getObjectType());
        }
        for (Object one : pattern.getConstraint().getDescrs()) {
            Condition condition = parsed((ExprConstraintDescr) one);
            if (condition.bound() instanceof Name bound
                    && bound.name().equals(AGENT_ID)
                    && ofHost.contains(String.valueOf(condition.variable()))) {
                return Pin.of(AGENT_ID, subject.agentId());
            }
        }
        return null;
    }

    private void step(
            int at,
            String probe,
            String condition,
            String missing,
            @Nullable String variable,
            @Nullable Expression test) {
        String upTo = text.text().substring(0, at);
        int line = 1 + (int) upTo.chars().filter(c -> c == '\n').count();
        steps.add(new RuleStep(probe, line, at - upTo.lastIndexOf('\n'), condition, missing, variable, test));
    }

    private static String onOneLine(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
