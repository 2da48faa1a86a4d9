package io.drover.scenario.parse;

import io.drover.scenario.Expectation;
import io.drover.scenario.Given;
import io.drover.scenario.Scenario;
import io.drover.scenario.SettingsOverlay;
import io.drover.scenario.Step;
import io.drover.scenario.When;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code scenarios}: a plain scenario, one of steps, or one with a row for each case. */
final class ScenarioParser {

    private static final Kind<Scenario.Skip> SKIP = Kind.map("skip", ScenarioParser::skip);

    private final YamlMap map;
    private final AgentNames names;
    private final String name;
    private final List<String> tags;
    private final Scenario.@Nullable Skip skip;
    private final SettingsOverlay settings;
    private final Given given;
    private final Optional<YamlValue> when;
    private final Optional<YamlValue> then;
    private final Optional<YamlValue> cases;

    private ScenarioParser(YamlMap map, SettingsOverlay suiteSettings, Given suiteGiven, AgentNames suiteNames) {
        this.map = map;
        this.name = map.words("name");
        this.tags = map.take("tags", Kind.TEXTS, List.of());
        this.skip = map.orNull("skip", SKIP);
        this.settings = map.take("settings", SettingsParser.KIND, SettingsOverlay.none())
                .over(suiteSettings);
        Given own = map.take("given", GivenParser.kind(suiteNames), Given.nothing());
        this.given = own.over(suiteGiven);
        this.names = suiteNames.with(own.agents().keySet());
        this.when = map.value("when", WhenParser.KIND.partial());
        this.then = map.value("then", ThenParser.kind(names, null).partial());
        this.cases = map.value("cases", row().list());
    }

    /** An entry of {@code scenarios}; it stands for at least one scenario. */
    static Kind<List<Scenario>> kind(SettingsOverlay settings, Given given, AgentNames names) {
        return Kind.map("scenario", map -> parse(map, settings, given, names));
    }

    private static List<Scenario> parse(YamlMap map, SettingsOverlay settings, Given given, AgentNames names) {
        ScenarioParser parser = new ScenarioParser(map, settings, given, names);
        Kind<List<Step>> steps = StepParser.kind(parser.names);
        Optional<YamlValue> listed = map.value("steps", steps);
        map.done();
        if (listed.isPresent()) {
            parser.refuseBesideSteps();
            return List.of(parser.scenario(map, parser.name, parser.settings, parser.given, steps.read(listed.get())));
        }
        return parser.cases.map(parser::cases).orElseGet(() -> List.of(parser.plain()));
    }

    private void refuseBesideSteps() {
        Stream.of(when, then, cases)
                .flatMap(Optional::stream)
                .forEach(value -> value.problemOfKey("does not go with \"steps\"", "move it into a step"));
    }

    private Scenario plain() {
        if (when.isEmpty()) {
            map.problem("needs \"when\"", "");
        }
        return oneStep(map, name, settings, given, names, when.map(YamlValue::map), then.map(YamlValue::map));
    }

    private List<Scenario> cases(YamlValue value) {
        List<YamlValue> rows = value.items();
        if (rows.isEmpty()) {
            value.problem("needs at least one row");
        }
        return IntStream.range(0, rows.size())
                .mapToObj(index -> row(rows.get(index).map(), index + 1))
                .toList();
    }

    private Kind<Scenario> row() {
        return Kind.map("case", row -> row(row, 1));
    }

    private Scenario row(YamlMap row, int number) {
        String rowName = row.take("name", Kind.WORDS).map(own -> ": " + own).orElse(" (case " + number + ")");
        SettingsOverlay ownSettings = row.take("settings", SettingsParser.KIND, SettingsOverlay.none());
        Given own = row.take("given", GivenParser.kind(names), Given.nothing());
        AgentNames rowNames = names.with(own.agents().keySet());
        Scenario scenario = oneStep(
                row,
                name + rowName,
                ownSettings.over(settings),
                own.over(given),
                rowNames,
                over(row.value("when", WhenParser.KIND.partial()), when),
                over(row.value("then", ThenParser.kind(rowNames, null).partial()), then));
        row.done();
        return scenario;
    }

    /** The map of a row laid over the one that all rows share. */
    private static Optional<YamlMap> over(Optional<YamlValue> row, Optional<YamlValue> all) {
        Optional<YamlMap> shared = all.map(YamlValue::map);
        Optional<YamlMap> own = row.map(YamlValue::map);
        return own.isPresent() && shared.isPresent() ? Optional.of(own.get().over(shared.get())) : own.or(() -> shared);
    }

    private Scenario oneStep(
            YamlMap place,
            String fullName,
            SettingsOverlay allSettings,
            Given allGiven,
            AgentNames allNames,
            Optional<YamlMap> asked,
            Optional<YamlMap> expected) {
        When when = asked.map(WhenParser::parse).orElse(null);
        List<Expectation> then =
                expected.map(value -> ThenParser.parse(value, allNames, when)).orElse(List.of());
        Step step = new Step(
                place.position(),
                Duration.ZERO,
                Given.nothing(),
                Set.of(),
                List.of(),
                List.of(),
                List.of(),
                when,
                then);
        return scenario(place, fullName, allSettings, allGiven, List.of(step));
    }

    private Scenario scenario(
            YamlMap place, String fullName, SettingsOverlay allSettings, Given allGiven, List<Step> steps) {
        if (steps.stream().allMatch(step -> step.then().isEmpty())) {
            place.problem("expects nothing", "add \"then\"");
        }
        return new Scenario(place.position(), fullName, tags, skip, allSettings, allGiven, steps);
    }

    private static Scenario.Skip skip(YamlMap map) {
        Scenario.Skip skip = new Scenario.Skip(map.words("reason"), map.require("until", Kind.DATE, LocalDate.EPOCH));
        map.done();
        return skip;
    }
}
