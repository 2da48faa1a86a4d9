package io.drover.policy.lint;

import java.util.List;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsParserException;
import org.kie.internal.builder.conf.LanguageLevelOption;

/** Reads a rule file that keeps the contract. */
final class ParsedFile {

    private ParsedFile() {}

    /** @throws IllegalArgumentException when the text is no rule file */
    static List<RuleDescr> rules(String text) {
        try {
            PackageDescr parsed = new DrlParser(LanguageLevelOption.DRL6).parse(false, text);
            if (parsed != null) {
                return parsed.getRules();
            }
        } catch (DroolsParserException e) {
            throw new IllegalArgumentException("no rule file", e);
        }
        throw new IllegalArgumentException("no rule file");
    }

    /** The rule's {@code @id}, or its name when it has none. */
    static String id(RuleDescr rule) {
        AnnotationDescr id = rule.getAnnotation("id");
        Object value = id == null ? null : id.getSingleValue();
        return value == null ? rule.getName() : HeadCheck.plain(value);
    }
}
