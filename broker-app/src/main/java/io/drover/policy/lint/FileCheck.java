package io.drover.policy.lint;

import io.drover.policy.RuleProblem;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Stage;
import java.util.List;
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
        int escape = text.text().indexOf("\\u");
        if (escape >= 0) {
            problems.add(escape, "write the character itself, not its number");
            return List.of();
        }
        PackageDescr parsed = parse();
        if (parsed == null) {
            return List.of();
        }
        packageParts(parsed);
        List<RuleDescr> rules =
                parsed.getRules().stream().filter(r -> !r.isQuery()).toList();
        rules.forEach(this::rule);
        return rules;
    }

    private @Nullable PackageDescr parse() {
        DrlParser parser = new DrlParser(LanguageLevelOption.DRL6);
        try {
            PackageDescr parsed = parser.parse(false, text.text());
            if (parser.getErrors().isEmpty() && parsed != null) {
                return parsed;
            }
        } catch (DroolsParserException e) {
            problems.add(0, "it cannot be read: " + e.getMessage());
            return null;
        }
        parser.getErrors().forEach(this::unreadable);
        if (problems.found().isEmpty()) {
            problems.add(0, "there is no rule in it");
        }
        return null;
    }

    private void unreadable(DroolsError error) {
        int line = error.getLines().length == 0 ? 1 : Math.max(1, error.getLines()[0]);
        String message = error.getMessage().replaceFirst("^\\[ERR \\d+\\] ", "");
        String column = message.replaceFirst("(?s)^Line \\d+:(\\d+) .*$", "$1");
        int at = text.startOfLine(line) + (column.matches("\\d{1,6}") ? Integer.parseInt(column) : 0);
        problems.add(at, message.replaceFirst("^Line \\d+:\\d+ ", ""));
    }

    private void packageParts(PackageDescr parsed) {
        if (!PACKAGE.equals(parsed.getName())) {
            problems.add(0, "rules stand in package " + PACKAGE);
        }
        for (ImportDescr one : parsed.getImports()) {
            boolean allowed = one.getTarget().equals(FACTS + ".*")
                    || (one.getTarget().startsWith(FACTS + ".")
                            && vocabulary.isKnown(one.getTarget().substring(FACTS.length() + 1)));
            if (!allowed) {
                problems.add(place(one), "import nothing but " + FACTS + ".*");
            }
        }
        refuse(parsed.getFunctionImports(), "functions are not imported");
        refuse(parsed.getAccumulateImports(), "accumulate functions are not imported");
        refuse(parsed.getGlobals(), "globals are not used");
        refuse(parsed.getFunctions(), "functions are not used; rules only say things");
        refuse(parsed.getTypeDeclarations(), "types are not declared");
        refuse(parsed.getEnumDeclarations(), "types are not declared");
        refuse(parsed.getEntryPointDeclarations(), "entry points are not used");
        refuse(List.copyOf(parsed.getWindowDeclarations()), "windows are not used");
        refuse(parsed.getAttributes(), "attributes are not used; no rule may depend on when others fire");
        refuse(parsed.getRules().stream().filter(RuleDescr::isQuery).toList(), "queries are not used");
        if (parsed.getUnit() != null) {
            problems.add(0, "units are not used");
        }
    }

    private void refuse(Iterable<? extends BaseDescr> parts, String message) {
        parts.forEach(part -> problems.add(place(part), message));
    }

    private void rule(RuleDescr rule) {
        int at = placeOf(rule);
        Stage stage = new HeadCheck(problems).check(rule, at);
        Typing typing = new Typing(vocabulary, problems);
        Scope scope = Scope.empty();
        ConditionCheck conditions = new ConditionCheck(vocabulary, problems, typing, at);
        conditions.check(rule.getLhs(), scope);
        if (stage != null && stage != Stage.RESOLVE && conditions.facts().contains(Call.class)) {
            problems.add(at, "only rules of stage resolve look at a Call; take Request");
        }
        if (!rule.getNamedConsequences().isEmpty()) {
            problems.add(at, "a rule has one then part");
        }
        String code = String.valueOf(rule.getConsequence());
        int line = text.startOfLine(rule.getConsequenceLine());
        new ConsequenceCheck(vocabulary, problems, typing)
                .check(code, text.find(code, line), stage, scope, conditions.facts());
    }

    int placeOf(RuleDescr rule) {
        return text.startOfLine(rule.getLine()) + Math.max(0, rule.getColumn());
    }

    private static int place(BaseDescr part) {
        return Math.max(0, part.getStartCharacter());
    }
}
