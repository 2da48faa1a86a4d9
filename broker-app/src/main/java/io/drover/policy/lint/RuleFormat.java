package io.drover.policy.lint;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.layout.Lexemes;
import io.drover.policy.layout.RuleLayout;
import java.util.ArrayList;
import java.util.List;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;

/** Lays rule files out, and makes sure that Drools reads the same rules in them as before. Safe for many threads. */
public final class RuleFormat {

    private final Vocabulary vocabulary = new Vocabulary();

    /**
     * The file laid out.
     *
     * @param file its name, for what is wrong with it
     * @throws BrokenRulesException when it cannot be read, or holds more than rules
     */
    public String format(String file, String text) throws BrokenRulesException {
        FileCheck check = new FileCheck(vocabulary, new FileText(file, text));
        PackageDescr before = check.parse();
        if (before == null) {
            throw new BrokenRulesException(check.problems());
        }
        refuseOthers(before, check);
        String laidOut = RuleLayout.of(text);
        PackageDescr after = new FileCheck(vocabulary, new FileText(file, laidOut)).parse();
        boolean same = after != null
                && Lexemes.all(text).equals(Lexemes.all(laidOut))
                && RuleMeaning.of(before).equals(RuleMeaning.of(after));
        if (!same) {
            throw new BrokenRulesException(List.of(new FileText(file, text)
                    .problem(0, Lint.SYNTAX, "laid out, it would be other rules", "drover check says what is wrong")));
        }
        return laidOut;
    }

    private static void refuseOthers(PackageDescr parsed, FileCheck check) throws BrokenRulesException {
        List<BaseDescr> others = new ArrayList<>();
        others.addAll(parsed.getFunctions());
        others.addAll(parsed.getTypeDeclarations());
        others.addAll(parsed.getEnumDeclarations());
        others.addAll(List.copyOf(parsed.getEntryPointDeclarations()));
        others.addAll(List.copyOf(parsed.getWindowDeclarations()));
        others.addAll(parsed.getRules().stream().filter(RuleDescr::isQuery).toList());
        if (!others.isEmpty()) {
            throw new BrokenRulesException(others.stream()
                    .map(other -> check.problem(other, Lint.SYNTAX, "only rules are laid out", "take it out"))
                    .toList());
        }
    }
}
