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
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code scenarios}: a plain scenario, one of steps, or one with a row for each case. */
final class ScenarioParser {

    private static final List<String> PLAIN_KEYS = List.of("when", "then", "cases");

    private final YamlMap map;
    private final AgentNames names;
    private final String name;
    private final List<String> tags;
    private final Scenario.@Nullable Skip skip;
    private final SettingsOverlay settings;
    private final Given given;

    private ScenarioParser(YamlMap map, SettingsOverlay suiteSettings, Given suiteGiven, AgentNames suiteNames) {
        this.map = map;
        this.name = map.words("name");
        this.tags = map.take("tags").map(YamlValue::texts).orElse(List.of());
        this.skip = map.orNull("skip", value -> skip(value.map()));
        this.settings = settings(map).over(suiteSettings);
        Given own = GivenParser.parse(map.take("given"), suiteNames);
        this.given = own.over(suiteGiven);
        this.names = suiteNames.with(own.agents().keySet());
    }

    /** The scenarios that the entry stands for, at least one. */
    static List<Scenario> parse(YamlMap map, SettingsOverlay settings, Given given, AgentNames names) {
        ScenarioParser parser = new ScenarioParser(map, settings, given, names);
        Optional<YamlValue> steps = map.take("steps");
        List<Scenario> scenarios;
        if (steps.isPresent()) {
            parser.refuseBesideSteps();
            scenarios = List.of(parser.scenario(
                    map, parser.name, parser.settings, parser.given, StepParser.parse(steps.get(), parser.names)));
        } else if (map.has("cases")) {
            scenarios = map.take("cases").map(parser::cases).orElse(List.of());
        } else {
            scenarios = List.of(parser.plain());
        }
        PLAIN_KEYS.forEach(map::has);
        map.done();
        return scenarios;
    }

    private void refuseBesideSteps() {
        PLAIN_KEYS.forEach(key ->
                map.ifPresent(key, value -> value.problemOfKey("does not go with \"steps\"", "move it into a step")));
    }

    private Scenario plain() {
        return oneStep(
                map,
                name,
                settings,
                given,
                names,
                map.require("when").map(YamlValue::map),
                map.take("then").map(YamlValue::map));
    }

    private List<Scenario> cases(YamlValue cases) {
        List<YamlValue> rows = cases.items();
        if (rows.isEmpty()) {
            cases.problem("needs at least one row");
        }
        return IntStream.range(0, rows.size())
                .mapToObj(index -> row(rows.get(index).map(), index + 1))
                .toList();
    }

    private Scenario row(YamlMap row, int number) {
        String rowName = row.has("name") ? ": " + row.words("name") : " (case " + number + ")";
        Given own = GivenParser.parse(row.take("given"), names);
        Scenario scenario = oneStep(
                row,
                name + rowName,
                settings(row).over(settings),
                own.over(given),
                names.with(own.agents().keySet()),
                over(row, "when"),
                over(row, "then"));
        row.done();
        return scenario;
    }

    /** The map of a row laid over the one that all rows share. */
    private Optional<YamlMap> over(YamlMap row, String key) {
        Optional<YamlMap> shared = map.take(key).map(YamlValue::map);
        Optional<YamlMap> own = row.take(key).map(YamlValue::map);
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

    private static SettingsOverlay settings(YamlMap map) {
        return map.take("settings")
                .map(value -> SettingsParser.parse(value.map()))
                .orElseGet(SettingsOverlay::none);
    }

    private static Scenario.Skip skip(YamlMap map) {
        Scenario.Skip skip = new Scenario.Skip(
                map.words("reason"), map.require("until").map(YamlValue::date).orElse(LocalDate.EPOCH));
        map.done();
        return skip;
    }
}
