package io.drover.policy.lint;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import io.drover.policy.layout.RuleLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * What all rules of a folder are about.
 *
 * @param files in the order of their names
 */
public record RuleCatalogue(List<File> files) {

    /**
     * One file.
     *
     * @param name path within the folder
     * @param about the comment at its start, empty for none
     * @param rules in the order of their lines
     */
    public record File(String name, String about, List<RuleEntry> rules) {
        public File {
            rules = List.copyOf(rules);
        }
    }

    public RuleCatalogue {
        files = List.copyOf(files);
    }

    /**
     * Reads the rules without compiling them.
     *
     * @throws BrokenRulesException when a rule breaks the contract
     */
    public static RuleCatalogue of(RuleSource source) throws BrokenRulesException {
        List<RuleProblem> problems = new RuleContract().check(source);
        if (!problems.isEmpty()) {
            throw new BrokenRulesException(problems);
        }
        Vocabulary vocabulary = new Vocabulary();
        List<File> files = new ArrayList<>();
        source.files().forEach((name, text) -> {
            PackageDescr parsed = Objects.requireNonNull(new FileCheck(vocabulary, new FileText(name, text)).parse());
            List<RuleEntry> rules = parsed.getRules().stream()
                    .map(rule -> entry(rule, vocabulary))
                    .toList();
            files.add(new File(name, about(text), rules));
        });
        return new RuleCatalogue(files);
    }

    private static String about(String text) {
        return text.lines()
                .takeWhile(line -> line.startsWith("//"))
                .map(line -> line.substring(2).strip())
                .collect(Collectors.joining("\n"));
    }

    private static RuleEntry entry(RuleDescr rule, Vocabulary vocabulary) {
        return new RuleEntry(
                annotation(rule, "id"),
                annotation(rule, "stage"),
                rule.getName(),
                annotation(rule, "doc"),
                new Reads(vocabulary).of(rule.getLhs()),
                RuleLayout.effects(String.valueOf(rule.getConsequence())));
    }

    private static String annotation(RuleDescr rule, String name) {
        return HeadCheck.plain(rule.getAnnotation(name).getSingleValue());
    }
}
