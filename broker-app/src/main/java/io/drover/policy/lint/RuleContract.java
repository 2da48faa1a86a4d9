package io.drover.policy.lint;

import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
                int at = check.placeOf(rule);
                String where = file + ":" + rule.getLine();
                once(seen, "rule", rule.getName(), where, text.problem(at, ""), found);
                once(seen, "id", id(rule), where, text.problem(at, ""), found);
            }
            found.addAll(check.problems());
        });
        found.sort(IN_ORDER);
        return List.copyOf(found);
    }

    private static void once(
            Map<String, String> seen,
            String kind,
            @Nullable String name,
            String where,
            RuleProblem place,
            List<RuleProblem> found) {
        String before = name == null ? null : seen.putIfAbsent(kind + " " + name, where);
        if (before != null) {
            String message = "the " + kind + " \"" + name + "\" stands in " + before + " too; it may stand once";
            found.add(new RuleProblem(place.file(), place.line(), place.column(), message));
        }
    }

    private static @Nullable String id(RuleDescr rule) {
        AnnotationDescr id = rule.getAnnotation("id");
        Object value = id == null ? null : id.getSingleValue();
        return value == null ? null : HeadCheck.plain(value);
    }
}
