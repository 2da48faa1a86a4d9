package io.drover.simulate.report;

import io.drover.scenario.report.Markup;
import io.drover.simulate.Course;
import io.drover.simulate.Figure;
import io.drover.simulate.HostResult;
import io.drover.simulate.RunResult;
import java.util.IntSummaryStatistics;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** Drawings of the runs of one seed. Every chart has a name and a sentence for those who cannot see it. */
final class Charts {

    private static final int WIDE = 760;
    private static final int HIGH = 260;
    private static final int SMALL_WIDE = 372;
    private static final int SMALL_HIGH = 180;

    private final Markup html;
    private final List<RunResult> runs;
    private final String id;

    /** @param id what the ids of the drawings begin with */
    Charts(Markup html, List<RunResult> runs, String id) {
        this.html = html;
        this.runs = List.copyOf(runs);
        this.id = id;
    }

    /** The spread of all policies over time, in one drawing. */
    void spread() throws XMLStreamException {
        double top = Math.max(
                1, runs.stream().mapToDouble(RunResult::worstSpread).max().orElse(1));
        Frame frame = new Frame(WIDE, HIGH, seconds(), top);
        StringBuilder said = new StringBuilder();
        runs.forEach(run -> said.append(run.policy())
                .append(" at worst ")
                .append(Amount.of(run.worstSpread()))
                .append("; "));
        drawing(frame, "Spread over time", said.toString(), "spread", () -> {
            frame.draw(html, Frame.ticks(seconds()), " s");
            for (int i = runs.size() - 1; i >= 0; i--) {
                html.empty(
                        "path",
                        "class",
                        "line p" + i,
                        "d",
                        StepLine.of(frame, runs.get(i).course().spread()));
            }
        });
        legend();
    }

    private void legend() throws XMLStreamException {
        html.element(
                "ul",
                () -> {
                    for (int i = 0; i < runs.size(); i++) {
                        int policy = i;
                        html.element("li", () -> {
                            html.element(
                                    "svg",
                                    () -> html.empty("path", "class", "line p" + policy, "d", "M0,6H34"),
                                    "viewBox",
                                    "0 0 34 12",
                                    "class",
                                    "key",
                                    "aria-hidden",
                                    "true");
                            html.text("span", runs.get(policy).policy());
                        });
                    }
                },
                "class",
                "legend");
    }

    /** The users of each host over time, a drawing for each policy, all with the same axes. */
    void users() throws XMLStreamException {
        double top = runs.stream().mapToDouble(Charts::mostUsers).max().orElse(1);
        Frame frame = new Frame(SMALL_WIDE, SMALL_HIGH, seconds(), Math.max(1, top));
        for (int i = 0; i < runs.size(); i++) {
            RunResult run = runs.get(i);
            int policy = i;
            String said = "At the end the hosts have "
                    + range(run.hosts().stream().mapToInt(HostResult::users).summaryStatistics());
            small(frame, run.policy(), said, "users" + i, () -> {
                frame.draw(html, Frame.ticks(seconds()), " s");
                for (int host = 0; host < run.hosts().size(); host++) {
                    html.empty(
                            "path",
                            "class",
                            "host p" + policy,
                            "d",
                            StepLine.of(frame, run.course().usersOf(host)));
                }
            });
        }
    }

    private static String range(IntSummaryStatistics of) {
        return of.getMin() + " to " + of.getMax() + " users.";
    }

    private static double mostUsers(RunResult run) {
        return Math.max(
                run.course().begin().stream().mapToInt(Integer::intValue).max().orElse(0),
                run.course().changes().stream()
                        .mapToInt(Course.Change::users)
                        .max()
                        .orElse(0));
    }

    /** The most logons at once on each host, a drawing for each policy, all with the same axes. */
    void logons() throws XMLStreamException {
        double top = Figure.LOGONS.worst(runs);
        for (int i = 0; i < runs.size(); i++) {
            RunResult run = runs.get(i);
            Frame frame = new Frame(SMALL_WIDE, SMALL_HIGH, run.hosts().size(), Math.max(1, top));
            int policy = i;
            String said = "From "
                    + range(run.hosts().stream()
                                    .mapToInt(HostResult::worstLogons)
                                    .summaryStatistics())
                            .replace("users", "logons at once");
            small(frame, run.policy(), said, "logons" + i, () -> {
                frame.draw(html, List.of(), "");
                for (int host = 0; host < run.hosts().size(); host++) {
                    bar(frame, run.hosts().get(host), host, policy);
                }
            });
        }
    }

    private void bar(Frame frame, HostResult host, int index, int policy) throws XMLStreamException {
        double from = frame.x(index + 0.1);
        double to = frame.x(index + 0.9);
        double y = frame.y(host.worstLogons());
        html.element(
                "rect",
                () -> html.text("title", host.id() + ": " + host.worstLogons()),
                "class",
                "bar p" + policy,
                "x",
                Frame.at(from),
                "y",
                Frame.at(y),
                "width",
                Frame.at(to - from),
                "height",
                Frame.at(frame.y(0) - y));
        Integer most = host.maxConcurrentLogons();
        if (most != null && most <= frame.top()) {
            String limit = Frame.at(frame.y(most));
            html.empty(
                    "line",
                    "class",
                    "limit",
                    "x1",
                    Frame.at(frame.x(index)),
                    "x2",
                    Frame.at(frame.x(index + 1)),
                    "y1",
                    limit,
                    "y2",
                    limit);
        }
    }

    private double seconds() {
        return runs.stream()
                .mapToDouble(run -> run.course().length().toNanos() / 1e9)
                .max()
                .orElse(1);
    }

    private void small(Frame frame, String title, String said, String name, Markup.Content content)
            throws XMLStreamException {
        html.element("figure", () -> {
            html.text("figcaption", title);
            drawing(frame, title, said, name, content);
        });
    }

    private void drawing(Frame frame, String title, String said, String name, Markup.Content content)
            throws XMLStreamException {
        String named = id + "-" + name;
        html.element(
                "svg",
                () -> {
                    html.text("title", title, "id", named + "-title");
                    html.text("desc", said, "id", named + "-desc");
                    content.write();
                },
                "viewBox",
                "0 0 " + frame.width() + " " + frame.height(),
                "role",
                "img",
                "aria-labelledby",
                named + "-title " + named + "-desc");
    }
}
