package io.drover.scenario.run;

import io.drover.policy.Decision;
import io.drover.policy.RuleRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tells in a few lines how an answer came about. */
final class Why {

    private final Answer answer;
    private final String strategy;
    private final List<String> lines = new ArrayList<>();

    private Why(Answer answer, String strategy) {
        this.answer = answer;
        this.strategy = strategy;
    }

    static String of(Answer answer, String strategy) {
        if (answer.attempt() == null) {
            return "";
        }
        Why why = new Why(answer, strategy);
        why.deciders(answer.attempt().decision());
        why.hosts();
        return String.join("\n", why.lines);
    }

    private void deciders(Decision decision) {
        String rules = decision.rules().stream().map(Why::text).distinct().collect(Collectors.joining(", "));
        lines.add("decided by " + (rules.isEmpty() ? "no rule" : rules));
        if (!decision.notes().isEmpty()) {
            lines.add("notes: " + String.join(", ", decision.notes()));
        }
    }

    private static String text(RuleRef rule) {
        return rule.id() + " (" + rule.file() + ":" + rule.line() + ")";
    }

    private void hosts() {
        Map<String, Map<String, Double>> terms = answer.terms(strategy);
        Map<String, Double> scores = answer.scores(strategy);
        Map<String, Set<String>> excluded = answer.excluded();
        Set<String> ids = new TreeSet<>(terms.keySet());
        for (String id : ids) {
            String because = terms.getOrDefault(id, Map.of()).entrySet().stream()
                    .map(t -> t.getKey() + " " + number(t.getValue()))
                    .collect(Collectors.joining(", "));
            Set<String> codes = excluded.getOrDefault(id, Set.of());
            lines.add(id + ": " + number(scores.getOrDefault(id, 0.0)) + " = " + because
                    + (codes.isEmpty() ? "" : "; excluded: " + String.join(", ", codes)));
        }
        String others =
                excluded.keySet().stream().filter(id -> !ids.contains(id)).collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            lines.add("not in the farm: " + others);
        }
    }

    static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }
}
