package io.drover.cli;

import io.drover.policy.RuleRef;
import io.drover.policy.lint.RuleMutation;
import io.drover.scenario.Position;
import io.drover.scenario.coverage.Coverage;
import io.drover.scenario.coverage.Mutant;
import io.drover.scenario.coverage.Mutant.Fate;
import io.drover.scenario.coverage.RuleCoverage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows how well scenarios hold rules, to people and to machines. */
final class CoverageReport {

    private static final double SECOND = 1e9;

    private final Coverage coverage;

    CoverageReport(Coverage coverage) {
        this.coverage = coverage;
    }

    String text() {
        StringBuilder text = new StringBuilder(table()).append("\n\n");
        unheld().forEach(line -> text.append(line).append('\n'));
        return text.append(summary()).append('\n').toString();
    }

    private String table() {
        boolean mutated = !coverage.mutants().isEmpty();
        List<String> headings = mutated
                ? List.of("RULE", "PLACE", "FIRED", "DECISIVE", "MISTAKES", "NOTICED")
                : List.of("RULE", "PLACE", "FIRED", "DECISIVE");
        return new Table(
                        headings,
                        coverage.rules().stream()
                                .map(rule -> row(rule, mutated))
                                .toList())
                .toString();
    }

    private List<String> row(RuleCoverage rule, boolean mutated) {
        RuleRef ref = rule.rule();
        Stream<String> cells = Stream.of(
                ref.id(),
                ref.file() + ":" + ref.line(),
                rule.fired() == 0 ? "never" : String.valueOf(rule.fired()),
                rule.decisive() == null ? "never" : "yes");
        if (!mutated) {
            return cells.toList();
        }
        List<Mutant> own = coverage.mutants().stream()
                .filter(m -> m.mutation().ruleId().equals(ref.id()) && m.fate() != Fate.BROKEN)
                .toList();
        long noticed = own.stream().filter(m -> m.fate() == Fate.NOTICED).count();
        return Stream.concat(cells, Stream.of(String.valueOf(own.size()), String.valueOf(noticed)))
                .toList();
    }

    private Stream<String> unheld() {
        return coverage.mutants().stream()
                .filter(m -> m.fate() != Fate.NOTICED)
                .map(m -> m.fate() == Fate.BROKEN
                        ? place(m.mutation()) + ": does not compile: "
                                + m.mutation().change()
                        : place(m.mutation()) + ": no scenario notices: "
                                + m.mutation().change());
    }

    private static String place(RuleMutation mutation) {
        return mutation.file() + ":" + mutation.line() + ":" + mutation.column() + ": " + mutation.ruleId();
    }

    private String summary() {
        String rules = "%d rules: %d %% fired, %d %% decisive"
                .formatted(coverage.rules().size(), coverage.firedPercent(), coverage.decisivePercent());
        String mistakes = coverage.mutants().isEmpty()
                ? ""
                : "; %d mistakes: %d %% noticed".formatted(coverage.mutants().size(), coverage.noticedPercent());
        return rules
                + mistakes
                + String.format(Locale.ROOT, " (%.1f s)", coverage.took().toNanos() / SECOND);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fired_percent", coverage.firedPercent());
        json.put("decisive_percent", coverage.decisivePercent());
        json.put("rules", coverage.rules().stream().map(CoverageReport::json).toList());
        if (!coverage.mutants().isEmpty()) {
            json.put("noticed_percent", coverage.noticedPercent());
            json.put(
                    "mistakes",
                    coverage.mutants().stream().map(CoverageReport::json).toList());
        }
        json.put("seconds", coverage.took().toMillis() / 1000.0);
        return json;
    }

    private static Map<String, Object> json(RuleCoverage rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", rule.rule().id());
        json.put("file", rule.rule().file());
        json.put("line", rule.rule().line());
        json.put("fired_in", rule.fired());
        json.put("decisive", rule.decisive() != null);
        json.put("decisive_in", text(rule.decisive()));
        return json;
    }

    private static Map<String, Object> json(Mutant mutant) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rule", mutant.mutation().ruleId());
        json.put("file", mutant.mutation().file());
        json.put("line", mutant.mutation().line());
        json.put("column", mutant.mutation().column());
        json.put("change", mutant.mutation().change());
        json.put("fate", mutant.fate().name().toLowerCase(Locale.ROOT));
        json.put("noticed_by", text(mutant.noticedBy()));
        return json;
    }

    private static String text(@Nullable Position position) {
        return position == null ? "" : position.toString();
    }
}
