package io.drover.scenario.parse;

import io.drover.scenario.Expectation;
import io.drover.scenario.Given;
import io.drover.scenario.Heard;
import io.drover.scenario.Report;
import io.drover.scenario.SessionRow;
import io.drover.scenario.Step;
import io.drover.scenario.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code steps}. */
final class StepParser {

    private AgentNames names;
    private Duration now = Duration.ZERO;

    private StepParser(AgentNames names) {
        this.names = names;
    }

    static List<Step> parse(YamlValue value, AgentNames names) {
        StepParser parser = new StepParser(names);
        List<Step> steps = new ArrayList<>();
        value.items().forEach(item -> steps.add(parser.step(item.map())));
        if (steps.isEmpty()) {
            value.problem("needs at least one step");
        }
        return steps;
    }

    private Step step(YamlMap map) {
        if (map.isEmpty()) {
            map.problem("does nothing", "");
        }
        map.ifPresent("at", this::moveClock);
        Given given = GivenParser.parse(map.take("given"), names);
        names = names.with(given.agents().keySet());
        Set<String> silent = map.take("silent").map(names::some).orElse(Set.of());
        List<Heard> heartbeats = several(map, "heartbeat", this::heard);
        var controls = several(map, "control", control -> ControlParser.parse(control, names));
        List<Report> reports = several(map, "report", StepParser::report);
        When when = map.orNull("when", asked -> WhenParser.parse(asked.map()));
        List<Expectation> then = map.take("then")
                .map(expected -> ThenParser.parse(expected.map(), names, when))
                .orElse(List.of());
        map.done();
        return new Step(map.position(), now, given, silent, heartbeats, controls, reports, when, then);
    }

    private void moveClock(YamlValue value) {
        Duration at = value.duration();
        if (at.compareTo(now) < 0) {
            value.problem("lies before the step above", "offsets count from the start of the scenario");
        }
        now = at;
    }

    private static <T> List<T> several(YamlMap map, String key, Function<YamlMap, T> reader) {
        return map.take(key)
                .map(value -> value.oneOrMore().stream()
                        .map(item -> reader.apply(item.map()))
                        .toList())
                .orElse(List.of());
    }

    private Heard heard(YamlMap map) {
        String agent = names.one(map, "agent");
        Heard heard = new Heard(
                map.position(),
                agent,
                map.orNull("boot_id", YamlValue::words),
                map.orNull("seq", seq -> seq.longInteger(0, Long.MAX_VALUE)),
                map.take("agent_clock_offset").map(YamlValue::number).orElse(0.0),
                AgentParser.reported(map),
                map.field("sessions", rows -> rows(rows, agent)));
        map.done();
        return heard;
    }

    private static List<SessionRow> rows(YamlValue rows, String agent) {
        return rows.items().stream()
                .map(row -> GivenParser.session(row.map(), agent))
                .toList();
    }

    private static Report report(YamlMap map) {
        Report report = new Report(
                map.position(),
                map.words("username"),
                map.require("event").map(StepParser::event).orElse(Report.Event.OPENED),
                map.text("status"));
        if (report.event() != Report.Event.FAILED && map.has("status")) {
            map.problem("\"status\" goes with event failed", "");
        }
        map.done();
        return report;
    }

    private static Report.Event event(YamlValue value) {
        String word = value.word("event", Vocabulary.REPORTS);
        return Vocabulary.REPORTS.contains(word)
                ? Report.Event.valueOf(word.toUpperCase(Locale.ROOT))
                : Report.Event.OPENED;
    }
}
