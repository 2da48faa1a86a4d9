package io.drover.cli;

import io.drover.simulate.Figure;
import io.drover.simulate.RunResult;
import io.drover.simulate.Storm;
import io.drover.simulate.StormReport;
import io.drover.simulate.report.Amount;
import io.drover.simulate.report.StormFacts;
import io.drover.simulate.report.StormGoal;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What came of a storm, as lines for people: a table of the policies, and the goals. */
final class StormText {

    private StormText() {}

    static void print(StormReport report, PrintWriter out) {
        Storm storm = report.storm();
        out.println(storm.name() + (storm.file().isEmpty() ? "" : " (" + storm.file() + ")"));
        out.println(StormFacts.of(storm));
        out.println();
        out.println(table(report));
        if (!storm.goals().isEmpty()) {
            out.println();
        }
        report.verdicts().forEach(verdict -> out.println(StormGoal.text(verdict)));
    }

    private static Table table(StormReport report) {
        List<String> headings = Stream.concat(
                        Stream.of("POLICY"), Arrays.stream(Figure.values()).map(Figure::heading))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        report.byPolicy().forEach((policy, runs) -> rows.add(row(policy, runs)));
        return new Table(headings, rows);
    }

    private static List<String> row(String policy, List<RunResult> runs) {
        return Stream.concat(
                        Stream.of(policy), Arrays.stream(Figure.values()).map(figure -> Amount.of(figure.worst(runs))))
                .toList();
    }
}
