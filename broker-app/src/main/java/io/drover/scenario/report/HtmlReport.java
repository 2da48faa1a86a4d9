package io.drover.scenario.report;

import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Event;
import io.drover.scenario.run.ScenarioResult.Failure;
import io.drover.scenario.run.ScenarioResult.Status;
import java.io.Writer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** The report as one page that a service owner can read. It loads nothing, runs nothing and needs nothing else. */
public final class HtmlReport {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
            h2 { margin: 2em 0 .2em; }
            .file, .tags, summary small { color: #6b7280; font-size: .85em; }
            ul { list-style: none; padding: 0; }
            li { padding: .3em 0; border-top: 1px solid #8884; }
            .status { display: inline-block; min-width: 6.5em; font-weight: 600; }
            .passed { color: #15803d; } .failed { color: #dc2626; } .skipped { color: #b45309; }
            details { margin-left: 6.5em; }
            p.message { font-weight: 600; margin: .6em 0 .2em; }
            pre { overflow-x: auto; padding: .8em; background: #8882; font-size: .85em; }
            """;

    private final Markup html;

    private HtmlReport(Markup html) {
        this.html = html;
    }

    /** Writes the page. */
    public static void write(RunReport report, Writer out) throws XMLStreamException {
        Markup html = new Markup(out);
        html.page("What the placement policy decides", STYLE, () -> new HtmlReport(html).body(report));
    }

    private void body(RunReport report) throws XMLStreamException {
        html.text("h1", "What the placement policy decides");
        html.text("p", verdict(report), "class", report.count(Status.FAILED) == 0 ? "passed" : "failed");
        html.text(
                "p",
                "Tried on %s UTC with the rules of revision %s. %s"
                        .formatted(TIME.format(report.at()), report.revision(), skipped(report)),
                "class",
                "file");
        for (List<ScenarioResult> file : report.byFile().values()) {
            suite(file);
        }
    }

    private static String verdict(RunReport report) {
        long failed = report.count(Status.FAILED);
        long run = report.count(Status.PASSED) + failed;
        return failed == 0
                ? "All %d scenarios are as expected.".formatted(run)
                : "%d of %d scenarios are not as expected.".formatted(failed, run);
    }

    private static String skipped(RunReport report) {
        long skipped = report.count(Status.SKIPPED);
        return skipped == 0 ? "" : "Left out for now: %d.".formatted(skipped);
    }

    private void suite(List<ScenarioResult> results) throws XMLStreamException {
        html.text("h2", results.get(0).suite());
        html.text("p", results.get(0).position().file(), "class", "file");
        html.element("ul", () -> {
            for (ScenarioResult result : results) {
                html.element("li", () -> scenario(result));
            }
        });
    }

    private void scenario(ScenarioResult result) throws XMLStreamException {
        html.text("span", word(result.status()), "class", "status " + cssClass(result.status()));
        html.text("span", result.name());
        if (!result.tags().isEmpty()) {
            html.text("span", " " + String.join(", ", result.tags()), "class", "tags");
        }
        boolean failed = result.status() == Status.FAILED;
        if (failed) {
            html.element("details", () -> details(result), "open", "open");
        } else {
            html.element("details", () -> details(result));
        }
    }

    private void details(ScenarioResult result) throws XMLStreamException {
        html.text("summary", result.status() == Status.SKIPPED ? "Why it is left out" : "What happened");
        if (result.status() == Status.SKIPPED) {
            html.text("p", result.skipReason());
        }
        for (Event event : result.events()) {
            html.text("p", event.text());
        }
        for (Failure failure : result.failures()) {
            html.text("p", failure.message(), "class", "message failed");
            html.text("p", failure.position().toString(), "class", "file");
            if (!failure.why().isEmpty()) {
                html.text("pre", failure.why());
            }
        }
    }

    private static String word(Status status) {
        return switch (status) {
            case PASSED -> "as stated";
            case FAILED -> "NOT so";
            case SKIPPED -> "left out";
        };
    }

    private static String cssClass(Status status) {
        return switch (status) {
            case PASSED -> "passed";
            case FAILED -> "failed";
            case SKIPPED -> "skipped";
        };
    }
}
