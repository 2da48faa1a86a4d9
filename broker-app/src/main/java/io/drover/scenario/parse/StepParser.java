package io.drover.scenario.parse;

import io.drover.scenario.Control;
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
import java.util.Set;

/** Reads {@code steps}. */
final class StepParser {

    private static final Kind<Report> REPORT = Kind.map("report", StepParser::report);

    private AgentNames names;
    private Duration now = Duration.ZERO;

    private StepParser(AgentNames names) {
        this.names = names;
    }

    /** Steps, each of which goes on from the one above. */
    static Kind<List<Step>> kind(AgentNames names) {
        Kind<Step> described = Kind.map("step", map -> new StepParser(names).step(map));
        return new Kind<>(value -> parse(value, names), described.list().schema());
    }

    private static List<Step> parse(YamlValue value, AgentNames names) {
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
        map.value("at", Kind.OFFSET).ifPresent(this::moveClock);
        Given given = map.take("given", GivenParser.kind(names), Given.nothing());
        names = names.with(given.agents().keySet());
        Set<String> silent = map.take("silent", names.some(), Set.of());
        List<Heard> heartbeats =
                map.take("heartbeat", Kind.map("heartbeat", this::heard).oneOrMore(), List.of());
        List<Control> controls = map.take("control", ControlParser.kind(names).oneOrMore(), List.of());
        List<Report> reports = map.take("report", REPORT.oneOrMore(), List.of());
        When when = map.orNull("when", WhenParser.KIND);
        List<Expectation> then = map.take("then", ThenParser.kind(names, when), List.of());
        map.done();
        Duration at = now;
        if (when instanceof When.Burst burst) {
            now = now.plus(burst.within());
        }
        return new Step(map.position(), at, given, silent, heartbeats, controls, reports, when, then);
    }

    private void moveClock(YamlValue value) {
        Duration at = value.offset();
        if (at.compareTo(now) < 0) {
            value.problem(
                    "lies before the step above",
                    "offsets count from the start of the scenario, and a burst takes the time of its \"within\"");
        }
        now = at;
    }

    private Heard heard(YamlMap map) {
        String agent = names.one(map, "agent");
        Kind<SessionRow> row = Kind.map("own_session", own -> GivenParser.session(own, agent));
        Heard heard = new Heard(
                map.position(),
                agent,
                map.orNull("boot_id", Kind.WORDS),
                map.orNull("seq", Kind.LONG_COUNT),
                map.take("agent_clock_offset", Kind.SECONDS, 0.0),
                AgentParser.reported(map),
                map.field("sessions", row.list()));
        map.done();
        return heard;
    }

    private static Report report(YamlMap map) {
        Report report = new Report(
                map.position(),
                map.words("username"),
                map.require("event", Vocabulary.REPORT, Report.Event.OPENED),
                map.text("status"));
        if (report.event() != Report.Event.FAILED && map.has("status")) {
            map.problem("\"status\" goes with event failed", "");
        }
        map.done();
        return report;
    }
}
