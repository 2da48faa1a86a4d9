package io.drover.scenario.parse;

import io.drover.scenario.Given;
import io.drover.scenario.Invariant;
import io.drover.scenario.Scenario;
import io.drover.scenario.SettingsOverlay;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads suite files. Nothing is guessed and nothing ignored: all problems of a file and of its fleet are found at once.
 * Safe for use by many threads when its sources are.
 */
public final class SuiteParser {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String INSTEAD_OF_ALIASES = "what scenarios share goes under given or into a fleet file";
    private static final String REFUSAL_HAS_REASON = "refusal_has_reason";
    private static final List<String> INVARIANTS = List.of("never_on", REFUSAL_HAS_REASON);

    private final Sources sources;

    /** A suite that names no fleet, for the schema. */
    static final Kind<Suite> KIND = Kind.map("suite", map -> {
        Problems problems = new Problems();
        return suite(Path.of(""), map, new YamlFile(path -> "", problems, INSTEAD_OF_ALIASES));
    });

    public SuiteParser(Sources sources) {
        this.sources = sources;
    }

    /** Reads a suite and the fleet that it names. */
    public SuiteReading parse(Path file) {
        Problems problems = new Problems();
        YamlFile files = new YamlFile(sources, problems, INSTEAD_OF_ALIASES);
        Optional<Suite> suite = files.open(file).map(root -> suite(file, root.map(), files));
        return suite.isPresent() && problems.isEmpty()
                ? new SuiteReading.Good(suite.get())
                : new SuiteReading.Bad(problems.inOrder());
    }

    private static Suite suite(Path file, YamlMap map, YamlFile files) {
        String name = map.words("suite");
        State fleet = fleet(map, file, files);
        Instant clock = map.take("clock", Kind.INSTANT, START);
        SettingsOverlay settings = map.take("settings", SettingsParser.KIND, SettingsOverlay.none());
        State start = fleet.then(map.value("given", GivenParser.kind(fleet.names())));
        Kind<List<Scenario>> scenario = ScenarioParser.kind(settings, start.given(), start.names());
        Optional<YamlValue> entries = map.requiredValue("scenarios", scenario.list());
        List<Scenario> scenarios =
                entries.map(value -> scenarios(value, scenario)).orElse(List.of());
        List<Invariant> invariants =
                map.take("invariants", invariant(start.names()).list(), List.of());
        map.done();
        return new Suite(file, name, clock, scenarios, invariants);
    }

    /** The fleet of the file that the suite names, relative to itself. */
    private static State fleet(YamlMap map, Path suite, YamlFile files) {
        Optional<YamlValue> named = map.value("fleet", Kind.WORDS);
        Optional<YamlValue> root =
                named.flatMap(value -> fleetFile(value, suite).flatMap(path -> files.open(path, value::problem)));
        boolean complete = named.isEmpty() || root.isPresent();
        return new State(Given.nothing(), new AgentNames(Set.of(), complete)).then(root);
    }

    private static Optional<Path> fleetFile(YamlValue value, Path suite) {
        String path = value.words();
        try {
            return path.isBlank()
                    ? Optional.empty()
                    : Optional.of(suite.resolveSibling(path).normalize());
        } catch (InvalidPathException unusable) {
            value.problem("is not the name of a file");
            return Optional.empty();
        }
    }

    /** A state of the fleet and the agents known in it. */
    private record State(Given given, AgentNames names) {

        State then(Optional<YamlValue> value) {
            Given later = value.map(GivenParser.kind(names)::read).orElseGet(Given::nothing);
            return new State(later.over(given), names.with(later.agents().keySet()));
        }
    }

    private static List<Scenario> scenarios(YamlValue value, Kind<List<Scenario>> entry) {
        List<Scenario> scenarios = new ArrayList<>();
        value.items().forEach(item -> scenarios.addAll(entry.read(item)));
        if (value.isEmpty()) {
            value.problem("a suite needs scenarios");
        }
        refuseEqualNames(value, scenarios);
        return scenarios;
    }

    private static void refuseEqualNames(YamlValue list, List<Scenario> scenarios) {
        Map<String, Integer> lines = new HashMap<>();
        for (Scenario scenario : scenarios) {
            Integer first =
                    lines.putIfAbsent(scenario.name(), scenario.position().line());
            if (first != null && !scenario.name().isBlank()) {
                list.problemAt(
                        scenario.position(), "a second scenario \"" + scenario.name() + "\", first on line " + first);
            }
        }
    }

    private static Kind<Invariant> invariant(AgentNames names) {
        Kind<Invariant> map = Kind.map("invariant", all -> invariant(all, names));
        return Kind.either(
                value -> value.isMap() ? map.read(value) : refusalHasReason(value),
                Kind.word("invariant", List.of(REFUSAL_HAS_REASON)),
                map);
    }

    private static Invariant refusalHasReason(YamlValue value) {
        if (!value.text().equals(REFUSAL_HAS_REASON)) {
            value.word("invariant", INVARIANTS);
        }
        return new Invariant.RefusalHasReason(value.position());
    }

    private static Invariant invariant(YamlMap map, AgentNames names) {
        Invariant invariant = new Invariant.NeverOn(
                map.position(), map.require("never_on", ConditionParser.kind(names), ConditionParser.everywhere()));
        map.done();
        return invariant;
    }
}
