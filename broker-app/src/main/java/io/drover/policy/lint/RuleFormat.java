package io.drover.policy.lint;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
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
        PackageDescr before = read(file, text);
        String laidOut = RuleLayout.of(text);
        boolean same = Lexemes.all(text).equals(Lexemes.all(laidOut))
                && RuleMeaning.of(before).equals(RuleMeaning.of(read(file, laidOut)));
        if (!same) {
            throw new IllegalStateException("laid out, " + file + " would be other rules");
        }
        return laidOut;
    }

    private PackageDescr read(String file, String text) throws BrokenRulesException {
        FileCheck check = new FileCheck(vocabulary, new FileText(file, text));
        PackageDescr parsed = check.parse();
        if (parsed == null) {
            throw new BrokenRulesException(check.problems());
        }
        List<BaseDescr> others = new ArrayList<>();
        others.addAll(parsed.getFunctions());
        others.addAll(parsed.getTypeDeclarations());
        others.addAll(parsed.getEnumDeclarations());
        others.addAll(List.copyOf(parsed.getEntryPointDeclarations()));
        others.addAll(List.copyOf(parsed.getWindowDeclarations()));
        others.addAll(parsed.getRules().stream().filter(RuleDescr::isQuery).toList());
        List<RuleProblem> problems = new ArrayList<>();
        for (BaseDescr other : others) {
            problems.add(new FileText(file, text)
                    .problem(
                            Math.max(0, other.getStartCharacter()),
                            Lint.SYNTAX,
                            "only rules are laid out",
                            "move it out"));
        }
        if (!problems.isEmpty()) {
            throw new BrokenRulesException(problems);
        }
        return parsed;
    }
}
