package io.drover.policy.report;

import io.drover.policy.fact.Stage;
import io.drover.policy.lint.RuleCatalogue;
import io.drover.policy.lint.RuleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The catalogue of rules as a page of Markdown. */
public final class CatalogueText {

    private static final String BETWEEN = " · ";

    private final RuleCatalogue catalogue;

    private CatalogueText(RuleCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The page. It changes with what the rules are, not with their lines. */
    public static String of(RuleCatalogue catalogue) {
        CatalogueText page = new CatalogueText(catalogue);
        return """
                # The rules, one by one

                `./drover docs` wrote this page from the rules. Change them, and write it again.

                """ + page.stages() + page.settings() + page.files();
    }

    private List<RuleEntry> rules() {
        return catalogue.files().stream().flatMap(file -> file.rules().stream()).toList();
    }

    private String stages() {
        StringBuilder table = new StringBuilder("| stage | rules |\n|---|---|\n");
        for (Stage stage : Stage.values()) {
            List<String> ids = rules().stream()
                    .filter(rule -> rule.stage().equals(stage.word()))
                    .map(RuleEntry::id)
                    .toList();
            if (!ids.isEmpty()) {
                table.append("| `%s` | %s |\n".formatted(stage.word(), links(ids)));
            }
        }
        return table + "\n";
    }

    private String settings() {
        SortedMap<String, List<String>> readers = new TreeMap<>();
        for (RuleEntry rule : rules()) {
            for (String setting : rule.settings()) {
                readers.computeIfAbsent(setting, name -> new ArrayList<>()).add(rule.id());
            }
        }
        StringBuilder table = new StringBuilder("| setting | read by |\n|---|---|\n");
        readers.forEach((setting, ids) -> table.append("| `%s` | %s |\n".formatted(setting, links(ids))));
        return readers.isEmpty() ? "" : table + "\n";
    }

    private static String links(List<String> ids) {
        return ids.stream().map("[%1$s](#%1$s)"::formatted).collect(Collectors.joining(BETWEEN));
    }

    private String files() {
        return catalogue.files().stream().map(CatalogueText::file).collect(Collectors.joining("\n"));
    }

    private static String file(RuleCatalogue.File file) {
        String about = file.about().isEmpty() ? "" : plain(file.about()) + "\n\n";
        return "## " + file.name() + "\n\n" + about
                + file.rules().stream().map(CatalogueText::rule).collect(Collectors.joining("\n"));
    }

    private static String rule(RuleEntry rule) {
        List<String> settings = rule.settings();
        return "### %s\n\n**%s.** %s\n\n".formatted(rule.id(), plain(rule.name()), plain(rule.doc()))
                + "* stage `" + rule.stage() + "`\n"
                + "* looks at " + facts(rule.reads()) + "\n"
                + (settings.isEmpty() ? "" : "* settings " + codes(settings) + "\n")
                + rule.says().stream().map(says -> "* says `" + says + "`\n").collect(Collectors.joining());
    }

    private static String facts(SortedMap<String, SortedSet<String>> reads) {
        return reads.entrySet().stream().map(CatalogueText::fact).collect(Collectors.joining("; "));
    }

    private static String fact(Map.Entry<String, SortedSet<String>> fact) {
        String properties = fact.getValue().isEmpty() ? "" : ": " + codes(fact.getValue());
        return fact.getKey() + properties;
    }

    private static String codes(Iterable<String> words) {
        List<String> codes = new ArrayList<>();
        words.forEach(word -> codes.add("`" + word + "`"));
        return String.join(", ", codes);
    }

    /** Text that is no mark-up. */
    private static String plain(String text) {
        return text.replaceAll("([\\\\`*<>\\[\\]])", "\\\\$1");
    }
}
