package io.drover.policy.lint;

import io.drover.policy.fact.Stage;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.AttributeDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** Checks what stands above a rule's conditions: {@code @id}, {@code @stage}, {@code @doc}, and nothing else. */
final class HeadCheck {

    private static final Pattern ID = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*+");
    private static final Set<String> KNOWN = Set.of("id", "stage", "doc");

    private final Problems problems;
    private final Collection<AttributeDescr> ofFile;

    /** @param ofFile what the file says for all its rules, which is told once */
    HeadCheck(Problems problems, Collection<AttributeDescr> ofFile) {
        this.problems = problems;
        this.ofFile = List.copyOf(ofFile);
    }

    /** The stage that the rule declares, null when it declares none that is known. */
    @Nullable
    Stage check(RuleDescr rule, int at) {
        for (String name : new TreeSet<>(rule.getAnnotationNames())) {
            if (!KNOWN.contains(name)) {
                problems.add(place("@" + name, at), Lint.UNKNOWN_ANNOTATION, "@" + name + " is not used in rules");
            }
        }
        for (AttributeDescr attribute : rule.getAttributes().values()) {
            if (ofFile.contains(attribute)) {
                continue;
            }
            problems.add(
                    place(attribute.getName(), at),
                    Lint.RULE_ATTRIBUTE,
                    attribute.getName() + " is not used in rules",
                    "no rule may depend on when others fire");
        }
        if (rule.getParentName() != null) {
            problems.add(at, Lint.RULE_EXTENDS, "a rule does not extend another");
        }
        String id = value(rule, "id", Lint.MISSING_ID, at);
        if (id != null && !ID.matcher(id).matches()) {
            problems.add(
                    place("@id", at), Lint.WRONG_ID, "the id \"" + id + "\" may have small letters, digits and - only");
        }
        String doc = value(rule, "doc", Lint.MISSING_DOC, at);
        if (doc != null && doc.isBlank()) {
            problems.add(place("@doc", at), Lint.MISSING_DOC, "@doc says nothing");
        }
        return stage(value(rule, "stage", Lint.MISSING_STAGE, at), at);
    }

    private @Nullable Stage stage(@Nullable String word, int at) {
        if (word == null) {
            return null;
        }
        for (Stage stage : Stage.values()) {
            if (stage.word().equals(word)) {
                return stage;
            }
        }
        List<String> words = Arrays.stream(Stage.values()).map(Stage::word).toList();
        problems.add(place("@stage", at), Lint.UNKNOWN_STAGE, "there is no stage " + word, Nearest.hint(word, words));
        return null;
    }

    private @Nullable String value(RuleDescr rule, String name, Lint missing, int at) {
        AnnotationDescr annotation = rule.getAnnotation(name);
        Object value = annotation == null ? null : annotation.getSingleValue();
        if (value == null) {
            problems.add(at, missing, "the rule has no @" + name);
            return null;
        }
        return plain(value);
    }

    /** The value of an annotation without its quotes. */
    static String plain(Object value) {
        return value.toString().replaceAll("^\"|\"$", "");
    }

    private int place(String word, int at) {
        return problems.text().findCode(word, at);
    }
}
