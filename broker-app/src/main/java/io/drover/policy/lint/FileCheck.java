package io.drover.policy.lint;

import io.drover.policy.RuleProblem;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Scrape;
import io.drover.policy.fact.Stage;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.AttributeDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ImportDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsError;
import org.drools.drl.parser.DroolsParserException;
import org.jspecify.annotations.Nullable;
import org.kie.internal.builder.conf.LanguageLevelOption;

/** Checks one rule file. */
final class FileCheck {

    private static final String PACKAGE = "drover";
    private static final Set<Class<?>> SCRAPE = Set.of(Scrape.class);
    private static final String FACTS = "io.drover.policy.fact";

    private final Vocabulary vocabulary;
    private final FileText text;
    private final Problems problems;

    FileCheck(Vocabulary vocabulary, FileText text) {
        this.vocabulary = vocabulary;
        this.text = text;
        problems = new Problems(text);
    }

    List<RuleProblem> problems() {
        return problems.found();
    }

    /** The rules of the file; none when it cannot be read. */
    List<RuleDescr> check() {
        try {
            return rules();
        } catch (StackOverflowError tooDeep) {
            Bounds.overflown(problems);
            return List.of();
        }
    }

    private List<RuleDescr> rules() {
        int escape = text.text().indexOf("\\u");
        if (escape >= 0) {
            problems.add(escape, Lint.UNICODE_ESCAPE, "\\u is not used");
            return List.of();
        }
        PackageDescr parsed = parse();
        if (parsed == null) {
            return List.of();
        }
        packageParts(parsed);
        List<RuleDescr> rules =
                parsed.getRules().stream().filter(r -> !r.isQuery()).toList();
        rules.forEach(rule -> rule(rule, parsed.getAttributes()));
        return rules;
    }

    /** What Drools reads in the file; null when it cannot be read, which is told among the problems. */
    @Nullable
    PackageDescr parse() {
        if (!Bounds.hold(problems)) {
            return null;
        }
        DrlParser parser = new DrlParser(LanguageLevelOption.DRL6);
        try {
            PackageDescr parsed = parser.parse(false, text.text());
            if (parser.getErrors().isEmpty() && parsed != null) {
                return parsed;
            }
        } catch (DroolsParserException e) {
            problems.add(0, Lint.SYNTAX, "it cannot be read: " + e.getMessage());
            return null;
        }
        parser.getErrors().forEach(this::unreadable);
        if (problems.found().isEmpty()) {
            problems.add(0, Lint.SYNTAX, "there is no rule in it", "write a rule, or delete the file");
        }
        return null;
    }

    private void unreadable(DroolsError error) {
        int line = error.getLines().length == 0 ? 1 : Math.max(1, error.getLines()[0]);
        String message = error.getMessage().replaceFirst("^\\[ERR \\d+\\] ", "");
        String column = message.replaceFirst("(?s)^Line \\d+:(\\d+) .*$", "$1");
        int at = text.startOfLine(line) + (column.matches("\\d{1,6}") ? Integer.parseInt(column) : 0);
        problems.add(
                at, Lint.SYNTAX, message.replaceFirst("^Line \\d+:\\d+ ", "").replaceFirst("\\.$", ""));
    }

    private void packageParts(PackageDescr parsed) {
        if (!PACKAGE.equals(parsed.getName())) {
            problems.add(text.findCode("package", 0), Lint.WRONG_PACKAGE, "rules stand in package " + PACKAGE);
        }
        for (ImportDescr one : parsed.getImports()) {
            boolean allowed = one.getTarget().equals(FACTS + ".*")
                    || (one.getTarget().startsWith(FACTS + ".")
                            && vocabulary.isKnown(one.getTarget().substring(FACTS.length() + 1)));
            if (!allowed) {
                problems.add(place(one), Lint.FOREIGN_IMPORT, one.getTarget() + " is not in the vocabulary");
            }
        }
        refuse(parsed.getFunctionImports(), Lint.FUNCTION, "functions are not imported");
        refuse(parsed.getAccumulateImports(), Lint.FUNCTION, "accumulate functions are not imported");
        refuse(parsed.getGlobals(), Lint.GLOBAL, "globals are not used");
        refuse(parsed.getFunctions(), Lint.FUNCTION, "functions are not used");
        refuse(parsed.getTypeDeclarations(), Lint.DECLARED_TYPE, "types are not declared");
        refuse(parsed.getEnumDeclarations(), Lint.DECLARED_TYPE, "types are not declared");
        refuse(parsed.getEntryPointDeclarations(), Lint.ENTRY_POINT, "entry points are not used");
        refuse(List.copyOf(parsed.getWindowDeclarations()), Lint.WINDOW, "windows are not used");
        for (AttributeDescr attribute : parsed.getAttributes()) {
            String name = attribute.getName();
            problems.add(text.findCode(name, 0), Lint.RULE_ATTRIBUTE, name + " is not used");
        }
        refuse(parsed.getRules().stream().filter(RuleDescr::isQuery).toList(), Lint.QUERY, "queries are not used");
        if (parsed.getUnit() != null) {
            problems.add(place(parsed.getUnit()), Lint.RULE_UNIT, "units are not used");
        }
    }

    private void refuse(Iterable<? extends BaseDescr> parts, Lint lint, String message) {
        parts.forEach(part -> problems.add(place(part), lint, message));
    }

    private void rule(RuleDescr rule, List<AttributeDescr> attributes) {
        int at = placeOf(rule);
        Stage stage = new HeadCheck(problems, attributes).check(rule, at);
        Typing typing = new Typing(vocabulary, problems);
        Scope scope = Scope.empty();
        ConditionCheck conditions = new ConditionCheck(vocabulary, problems, typing, at);
        conditions.check(rule.getLhs(), scope);
        new Combinations(vocabulary, problems).check(rule.getLhs(), at);
        if (stage != null && stage != Stage.RESOLVE && conditions.facts().contains(Call.class)) {
            problems.add(at, Lint.CALL_OUTSIDE_RESOLVE, "only rules of stage resolve look at a Call");
        }
        Set<Class<?>> facts = conditions.facts();
        if (stage != null && (stage == Stage.HEALTH ? !facts.equals(SCRAPE) : facts.contains(Scrape.class))) {
            problems.add(at, Lint.SCRAPE_ALONE, "rules of stage health look at Scrape alone, others never at it");
        }
        if (!rule.getNamedConsequences().isEmpty() && !conditions.hasBranches()) {
            problems.add(text.findCode("then[", at), Lint.SEVERAL_THEN_PARTS, "a rule has one then part");
        }
        String code = String.valueOf(rule.getConsequence());
        int line = text.startOfLine(rule.getConsequenceLine());
        new ConsequenceCheck(vocabulary, problems, typing)
                .check(code, text.find(code, line), stage, scope, conditions.facts());
    }

    /** Something that is wrong with a part of the file. */
    RuleProblem problem(BaseDescr part, Lint lint, String message, String hint) {
        return text.problem(place(part), lint, message, hint);
    }

    int placeOf(RuleDescr rule) {
        return text.startOfLine(rule.getLine()) + Math.max(0, rule.getColumn());
    }

    int placeOfId(RuleDescr rule) {
        return text.findCode("@id", placeOf(rule));
    }

    private static int place(BaseDescr part) {
        return Math.max(0, part.getStartCharacter());
    }
}
