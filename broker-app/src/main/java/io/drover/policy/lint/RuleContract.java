package io.drover.policy.lint;

import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/**
 * The contract between rules and the engine: what a rule must have, may look at, and may say. Safe for many threads.
 */
public final class RuleContract {

    private static final Comparator<RuleProblem> IN_ORDER = Comparator.comparing(RuleProblem::file)
            .thenComparingInt(RuleProblem::line)
            .thenComparingInt(RuleProblem::column);

    private final Vocabulary vocabulary = new Vocabulary();

    /** All that breaks the contract, in the order of files and lines; empty when the rules may be compiled. */
    public List<RuleProblem> check(RuleSource source) {
        List<RuleProblem> found = new ArrayList<>();
        Map<String, String> seen = new HashMap<>();
        source.files().forEach((file, content) -> {
            FileText text = new FileText(file, content);
            FileCheck check = new FileCheck(vocabulary, text);
            for (RuleDescr rule : check.check()) {
                String where = file + ":" + rule.getLine();
                once(seen, Lint.DUPLICATE_NAME, rule.getName(), where)
                        .map(message -> text.problem(check.placeOf(rule), Lint.DUPLICATE_NAME, message))
                        .ifPresent(found::add);
                once(seen, Lint.DUPLICATE_ID, id(rule), where)
                        .map(message -> text.problem(check.placeOfId(rule), Lint.DUPLICATE_ID, message))
                        .ifPresent(found::add);
            }
            found.addAll(check.problems());
        });
        found.sort(IN_ORDER);
        return List.copyOf(found);
    }

    private static Optional<String> once(Map<String, String> seen, Lint lint, @Nullable String name, String where) {
        String before = name == null ? null : seen.putIfAbsent(lint + " " + name, where);
        String kind = lint == Lint.DUPLICATE_ID ? "id" : "rule";
        return Optional.ofNullable(before)
                .map(place -> "the " + kind + " \"" + name + "\" stands in " + place + " too");
    }

    private static @Nullable String id(RuleDescr rule) {
        AnnotationDescr id = rule.getAnnotation("id");
        Object value = id == null ? null : id.getSingleValue();
        return value == null ? null : HeadCheck.plain(value);
    }
}
