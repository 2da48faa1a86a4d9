package io.drover.simulate.report;

import io.drover.scenario.report.Markup;
import io.drover.simulate.Figure;
import io.drover.simulate.HostResult;
import io.drover.simulate.RunResult;
import io.drover.simulate.StormReport;
import io.drover.simulate.StormReport.Verdict;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/**
 * What came of storms, as one page with charts. It loads nothing, runs nothing and needs nothing else, and the same
 * storms and rules give the same bytes.
 */
public final class StormPage {

    private static final String TITLE = "Storms of logons";

    private static final String STYLE = """
            :root { color-scheme: light dark; --soft: #6b7280; --grid: #8884; --limit: #b91c1c;
              --c0: #0060a8; --c1: #c2410c; --c2: #0f766e; --c3: #a21caf; --c4: #7c6000; --c5: #52525b; }
            @media (prefers-color-scheme: dark) { :root { --soft: #9ca3af; --limit: #f87171;
              --c0: #60b4f5; --c1: #fb923c; --c2: #2dd4bf; --c3: #e879f9; --c4: #e3c341; --c5: #a1a1aa; } }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }
            h2 { margin: 2.5em 0 .2em; } h3 { margin: 1.6em 0 .2em; }
            .soft { color: var(--soft); font-size: .9em; }
            .reached { color: #15803d; } .missed { color: #dc2626; font-weight: 600; }
            @media (prefers-color-scheme: dark) { .reached { color: #4ade80; } .missed { color: #f87171; } }
            table { border-collapse: collapse; font-size: .9em; display: block; overflow-x: auto; }
            caption { text-align: left; color: var(--soft); }
            th, td { padding: .25em .7em; border-bottom: 1px solid var(--grid); text-align: right; }
            th:first-child { text-align: left; }
            .rules th, .rules td { font-weight: 600; }
            svg { width: 100%; height: auto; }
            svg text { font-size: 11px; fill: var(--soft); }
            .left { text-anchor: end; } .below { text-anchor: middle; }
            .grid { stroke: var(--grid); }
            .line, .host { fill: none; stroke: var(--c); }
            .line { stroke-width: 1.8; } .line.p0 { stroke-width: 3; }
            .host { stroke-width: 1; stroke-opacity: .65; }
            .bar { fill: var(--c); } .limit { stroke: var(--limit); stroke-width: 2; }
            .p0 { --c: var(--c0); } .p1 { --c: var(--c1); } .p2 { --c: var(--c2); }
            .p3 { --c: var(--c3); } .p4 { --c: var(--c4); } .p5, .p6, .p7, .p8 { --c: var(--c5); }
            .line.p1 { stroke-dasharray: 8 3; } .line.p2 { stroke-dasharray: 2 3; }
            .line.p3 { stroke-dasharray: 8 3 2 3; } .line.p4 { stroke-dasharray: 14 4; }
            .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2em 1.4em; }
            .legend li { display: flex; align-items: center; gap: .5em; } .key { width: 34px; flex: none; }
            .small { display: grid; grid-template-columns: repeat(auto-fill, minmax(20em, 1fr)); gap: .5em; }
            figure { margin: 0; } figcaption { font-weight: 600; font-size: .9em; }
            """;

    private final Markup html;

    private StormPage(Markup html) {
        this.html = html;
    }

    /** Writes the page. */
    public static void write(List<StormReport> reports, Writer out) throws XMLStreamException {
        Markup html = new Markup(out);
        html.page(TITLE, STYLE, () -> new StormPage(html).body(reports));
    }

    private void body(List<StormReport> reports) throws XMLStreamException {
        html.element("main", () -> {
            html.text("h1", TITLE);
            html.text(
                    "p",
                    "The rules decide as they would in the broker; the other ways to balance see what hosts last reported."
                            + " Figures are those of the worst seed, charts those of the first one. Smaller is better.",
                    "class",
                    "soft");
            for (int i = 0; i < reports.size(); i++) {
                storm(reports.get(i), "s" + i);
            }
        });
    }

    private void storm(StormReport report, String id) throws XMLStreamException {
        html.text("h2", report.storm().name());
        html.text("p", StormFacts.of(report.storm()) + ".", "class", "soft");
        goals(report.verdicts());
        figures(report.byPolicy());
        long seed = report.storm().seeds().get(0);
        List<RunResult> first =
                report.results().stream().filter(run -> run.seed() == seed).toList();
        Charts charts = new Charts(html, first, id);
        html.text("h3", "Spread over time");
        html.text(
                "p",
                "The largest minus the smallest number of users for each 100 of a host's weight.",
                "class",
                "soft");
        charts.spread();
        html.text("h3", "Users on each host over time");
        html.element("div", charts::users, "class", "small");
        html.text("h3", "Most logons at once on each host");
        html.element("div", charts::logons, "class", "small");
        html.element("details", () -> hosts(first));
    }

    private void goals(List<Verdict> verdicts) throws XMLStreamException {
        if (verdicts.isEmpty()) {
            return;
        }
        html.element("ul", () -> {
            for (Verdict verdict : verdicts) {
                html.text("li", StormGoal.text(verdict), "class", verdict.reached() ? "reached" : "missed");
            }
        });
    }

    private void figures(Map<String, List<RunResult>> policies) throws XMLStreamException {
        html.element("table", () -> {
            html.text("caption", "The worst of all seeds");
            html.element("tr", () -> {
                html.text("th", "Policy", "scope", "col");
                for (Figure figure : Figure.values()) {
                    html.text("th", figure.word().replace('_', ' '), "scope", "col");
                }
            });
            for (Map.Entry<String, List<RunResult>> policy : policies.entrySet()) {
                html.element(
                        "tr",
                        () -> {
                            html.text("th", policy.getKey(), "scope", "row");
                            for (Figure figure : Figure.values()) {
                                html.text("td", Amount.of(figure.worst(policy.getValue())));
                            }
                        },
                        "class",
                        policy.getValue().get(0).ruled() ? "rules" : "other");
            }
        });
    }

    private void hosts(List<RunResult> runs) throws XMLStreamException {
        html.text("summary", "Each host in numbers");
        html.element("table", () -> {
            html.text("caption", "Users at the end / most logons at once");
            html.element("tr", () -> {
                html.text("th", "Host", "scope", "col");
                for (RunResult run : runs) {
                    html.text("th", run.policy(), "scope", "col");
                }
            });
            for (int i = 0; i < runs.get(0).hosts().size(); i++) {
                int host = i;
                html.element("tr", () -> {
                    html.text("th", runs.get(0).hosts().get(host).id(), "scope", "row");
                    for (RunResult run : runs) {
                        html.text("td", cell(run.hosts().get(host)));
                    }
                });
            }
        });
    }

    private static String cell(HostResult host) {
        return host.users() + " / " + host.worstLogons();
    }
}
