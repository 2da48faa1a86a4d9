package io.drover.policy.lint;

import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleMutation.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * Makes mistakes in rules: every rule removed, every condition dropped, every comparison and every number of a
 * condition nudged, every factor of a score, every sign, and whom an exclusion bars.
 *
 * <p>The rank of a proposal is no factor: only the order of ranks counts, so that most of its neighbours mean the same.
 */
public final class RuleMutations {

    private final RuleSource rules;
    private final List<RuleMutation> made = new ArrayList<>();

    private RuleMutations(RuleSource rules) {
        this.rules = rules;
    }

    /**
     * Every mistake, in the order of files and lines, one at a time. Some of them may not compile.
     *
     * @param rules rules that keep the contract
     */
    public static List<RuleMutation> of(RuleSource rules) {
        RuleMutations mutations = new RuleMutations(rules);
        rules.files()
                .forEach((file, text) ->
                        ParsedFile.rules(text).forEach(rule -> mutations.mutate(new FileText(file, text), rule)));
        return List.copyOf(mutations.made);
    }

    private void mutate(FileText text, RuleDescr rule) {
        add(text, rule, Place.RULE, removal(text.text(), rule));
        ConditionEdits.of(text.text(), rule).forEach(edit -> add(text, rule, Place.CONDITION, edit));
        EffectEdits.of(text, rule).forEach(edit -> add(text, rule, Place.EFFECT, edit));
    }

    private static Edit removal(String text, RuleDescr rule) {
        int from = rule.getStartCharacter();
        int to = rule.getEndCharacter();
        return new Edit(from, to, text.substring(from, to).replaceAll("[^\\n]", " "), "the rule removed");
    }

    private void add(FileText text, RuleDescr rule, Place place, Edit edit) {
        SortedMap<String, String> files = new TreeMap<>(rules.files());
        files.put(text.file(), edit.in(text.text()));
        String before = text.text().substring(0, edit.from());
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int column = before.length() - before.lastIndexOf('\n');
        made.add(new RuleMutation(
                ParsedFile.id(rule), text.file(), line, column, place, edit.change(), new RuleSource(files)));
    }
}
