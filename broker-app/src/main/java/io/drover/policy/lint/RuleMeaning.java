package io.drover.policy.lint;

import io.drover.policy.layout.Lexemes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AccumulateDescr.AccumulateFunctionCallDescr;
import org.drools.drl.ast.descr.AnnotatedBaseDescr;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.CollectDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.EvalDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.FromDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * What Drools reads in a rule file, whatever its layout and comments.
 *
 * @param lines each rule and each thing in it, in order
 */
record RuleMeaning(List<String> lines) {

    RuleMeaning {
        lines = List.copyOf(lines);
    }

    static RuleMeaning of(PackageDescr file) {
        List<String> lines = new ArrayList<>();
        lines.add("package " + words(file.getName()));
        file.getImports().forEach(one -> lines.add("import " + words(one.getTarget())));
        file.getAttributes().forEach(one -> lines.add(one.getName() + " " + one.getValue()));
        file.getRules().forEach(rule -> rule(rule, lines));
        return new RuleMeaning(lines);
    }

    private static void rule(RuleDescr rule, List<String> lines) {
        lines.add("rule " + rule.getName() + " extends " + rule.getParentName());
        annotations(rule, lines);
        Map<String, String> attributes = new TreeMap<>();
        rule.getAttributes().forEach((name, one) -> attributes.put(name, one.getValue()));
        lines.add(attributes.toString());
        condition(rule.getLhs(), lines);
        lines.add("then " + words(rule.getConsequence()));
        new TreeMap<>(rule.getNamedConsequences()).forEach((name, code) -> lines.add("then " + name + words(code)));
    }

    private static void annotations(AnnotatedBaseDescr of, List<String> lines) {
        of.getAnnotations().stream()
                .map(AnnotationDescr.class::cast)
                .map(one -> one.getName() + " " + words(one.getValueMap()))
                .sorted()
                .forEach(lines::add);
    }

    private static void condition(Object element, List<String> lines) {
        lines.add(element.getClass().getSimpleName());
        if (element instanceof PatternDescr pattern) {
            pattern(pattern, lines);
        } else if (element instanceof ExprConstraintDescr text) {
            lines.add(text.getType() + words(text.getExpression()));
        } else if (element instanceof EvalDescr eval) {
            lines.add(words(eval.getContent()));
        } else if (element instanceof FromDescr from) {
            lines.add(words(from.getExpression()));
        } else if (element instanceof CollectDescr collect) {
            condition(collect.getInputPattern(), lines);
        } else if (element instanceof AccumulateDescr accumulate) {
            condition(accumulate.getInput(), lines);
            accumulate.getFunctions().forEach(call -> lines.add(function(call)));
        } else if (element instanceof ConditionalElementDescr group) {
            group.getDescrs().forEach(one -> condition(one, lines));
            lines.add("end");
        } else if (element instanceof BaseDescr other) {
            lines.add(words(other.getText()));
        }
    }

    private static void pattern(PatternDescr pattern, List<String> lines) {
        lines.add(words(pattern.getObjectType()) + " as " + pattern.getIdentifier()
                + (pattern.isUnification() ? " :=" : "") + (pattern.isQuery() ? " ?" : ""));
        annotations(pattern, lines);
        condition(pattern.getConstraint(), lines);
        if (pattern.getSource() != null) {
            condition(pattern.getSource(), lines);
        }
        pattern.getBehaviors().forEach(one -> lines.add(words(one.getText())));
    }

    private static String function(AccumulateFunctionCallDescr call) {
        return call.getBind() + " : " + call.getFunction()
                + Stream.of(call.getParams()).map(RuleMeaning::words).toList();
    }

    private static String words(Object text) {
        return Lexemes.words(String.valueOf(text)).toString();
    }
}
