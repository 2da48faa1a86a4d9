package io.drover.decision;

import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Term;
import io.drover.decision.TextTable.Cell;
import io.drover.decision.TextTable.Column;
import io.drover.policy.RuleRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sets hosts that were expected beside the one that was chosen. */
public final class HostComparison {

    private final DecisionStory story;
    private final StringBuilder out = new StringBuilder();

    private HostComparison(DecisionStory story) {
        this.story = story;
    }

    /**
     * Why it was none of these hosts: what bars each, or its score term by term beside the chosen one's.
     *
     * @return lines without a break at the end
     */
    public static String of(DecisionStory story, Collection<String> expected) {
        HostComparison comparison = new HostComparison(story);
        expected.stream().sorted().forEach(comparison::tell);
        return comparison.out.toString().stripTrailing();
    }

    private void tell(String id) {
        Optional<Host> expected = story.agents().stream()
                .filter(host -> host.agentId().equals(id))
                .findFirst();
        if (expected.isEmpty()) {
            line("Not " + id + ": " + whyNotThere());
            return;
        }
        Host host = expected.get();
        List<Barrier> barriers =
                host.exclusions().stream().filter(barrier -> !barrier.waived()).toList();
        if (!host.member()) {
            line("Not " + StoryText.name(host) + ": it is not in " + farm() + ".");
        } else if (!barriers.isEmpty()) {
            line("Not " + StoryText.name(host) + ": "
                    + barriers.stream().map(HostComparison::text).collect(Collectors.joining("; ")) + ".");
        } else {
            chosen().ifPresent(chosen -> compare(host, chosen));
        }
    }

    private String whyNotThere() {
        return story.agents().isEmpty() ? "no host was looked at." : "there is no such host.";
    }

    private String farm() {
        return story.farmId().isEmpty() ? "the fleet" : "farm " + story.farmId();
    }

    private Optional<Host> chosen() {
        return story.agents().stream().filter(Host::chosen).findFirst();
    }

    private static String text(Barrier barrier) {
        String detail = barrier.detail().isEmpty() ? "" : ", " + barrier.detail();
        return barrier.code() + detail + " (" + place(barrier.rule()) + ")";
    }

    private static String place(RuleRef rule) {
        return rule.file().isEmpty() ? rule.id() : rule.id() + ", " + rule.file() + ":" + rule.line();
    }

    private void compare(Host host, Host chosen) {
        if (story.outcome().reconnect()) {
            line("Not " + StoryText.name(host) + ": the user returns to " + StoryText.name(chosen) + " ("
                    + story.outcome().reason() + "), scores do not count.");
            return;
        }
        double behind = points(chosen) - points(host);
        line("Not " + StoryText.name(host) + ": " + distance(behind) + StoryText.name(chosen)
                + (behind < 0 ? ", another was drawn." : "."));
        terms(host, chosen).print(out, false);
    }

    private static String distance(double behind) {
        if (behind == 0) {
            return "as many points as ";
        }
        return Points.text(Math.abs(behind)) + (behind > 0 ? " points less than " : " points more than ");
    }

    private static double points(Host host) {
        return host.score() == null ? 0 : host.score();
    }

    /** A row for each term, those that differ most first. */
    private static TextTable terms(Host host, Host chosen) {
        Map<String, Row> rows = new LinkedHashMap<>();
        chosen.terms().forEach(term -> rows.merge(key(term), new Row(term, 0, term.points()), Row::plus));
        host.terms().forEach(term -> rows.merge(key(term), new Row(term, term.points(), 0), Row::plus));
        TextTable table = new TextTable(List.of(
                new Column("", false),
                new Column(StoryText.name(host), true),
                new Column(StoryText.name(chosen), true),
                new Column("difference", true),
                new Column("", false)));
        List<Row> ordered = new ArrayList<>(rows.values());
        ordered.sort((one, other) -> Double.compare(Math.abs(other.difference()), Math.abs(one.difference())));
        ordered.forEach(row -> table.add(row.cells()));
        table.add(new Row(null, points(host), points(chosen)).cells());
        return table;
    }

    private static String key(Term term) {
        return term.label() + " " + term.rule().id();
    }

    private record Row(@Nullable Term term, double own, double chosen) {

        Row plus(Row other) {
            return new Row(term, own + other.own, chosen + other.chosen);
        }

        double difference() {
            return own - chosen;
        }

        List<Cell> cells() {
            return List.of(
                    Cell.plain(term == null ? "score" : term.label()),
                    Cell.plain(Points.text(own)),
                    Cell.plain(Points.text(chosen)),
                    Cell.plain(difference() > 0 ? "+" + Points.text(difference()) : Points.text(difference())),
                    Cell.plain(term == null ? "" : place(term.rule())));
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
