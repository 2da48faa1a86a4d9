package io.drover.decision;

import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Term;
import io.drover.decision.TextTable.Cell;
import io.drover.decision.TextTable.Column;
import io.drover.decision.TextTable.Ink;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Hosts with their score terms side by side. */
final class ScoreTable {

    private final List<Host> hosts;
    private final Set<String> labels = new LinkedHashSet<>();

    private ScoreTable(List<Host> hosts) {
        this.hosts = hosts;
        hosts.forEach(host -> host.terms().forEach(term -> labels.add(label(term))));
    }

    static TextTable of(List<Host> hosts) {
        return new ScoreTable(hosts).table();
    }

    private static String label(Term term) {
        return term.forThisRequest() ? term.label() + " (this request)" : term.label();
    }

    private TextTable table() {
        boolean barred = hosts.stream().anyMatch(host -> !host.exclusions().isEmpty());
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("#", true));
        columns.add(new Column("host", false));
        columns.add(new Column("score", true));
        labels.forEach(label -> columns.add(new Column(label, true)));
        if (barred) {
            columns.add(new Column("barred by", false));
        }
        TextTable table = new TextTable(columns);
        for (Host host : hosts) {
            List<Cell> row = row(host);
            if (barred) {
                row.add(new Cell(barriers(host), Ink.BAD));
            }
            table.add(row);
        }
        return table;
    }

    private List<Cell> row(Host host) {
        Ink ink = host.chosen() ? Ink.GOOD : Ink.PLAIN;
        List<Cell> row = new ArrayList<>();
        row.add(new Cell((host.chosen() ? "> " : "") + (host.rank() == null ? "-" : host.rank()), ink));
        row.add(new Cell(StoryText.name(host), ink));
        row.add(new Cell(host.score() == null ? "" : Points.text(host.score()), ink));
        for (String label : labels) {
            row.add(Cell.plain(points(host, label)));
        }
        return row;
    }

    private static String points(Host host, String label) {
        List<Term> terms =
                host.terms().stream().filter(term -> label(term).equals(label)).toList();
        return terms.isEmpty()
                ? ""
                : Points.text(terms.stream().mapToDouble(Term::points).sum());
    }

    private static String barriers(Host host) {
        return host.exclusions().stream()
                .filter(barrier -> !barrier.waived())
                .map(Barrier::code)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
