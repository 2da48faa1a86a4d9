package io.drover.simulate;

import io.drover.policy.Strategies;
import io.drover.scenario.SettingsOverlay;
import io.drover.scenario.parse.Kind;
import io.drover.scenario.parse.SettingsParser;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.StrictYaml;
import io.drover.scenario.parse.YamlMap;
import io.drover.scenario.parse.YamlValue;
import io.drover.simulate.Storm.Arrivals;
import io.drover.simulate.Storm.Heartbeats;
import io.drover.simulate.Storm.Outage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads files of storms, as strictly as suites are read. Safe for use by many threads when its sources are. */
public final class StormParser {

    /** How the name of such a file ends. */
    public static final String ENDING = ".storm.yml";

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final int MOST_SEEDS = 100;
    private static final Duration USUAL_LOGON = Duration.ofSeconds(15);
    private static final Duration USUAL_HEARTBEAT = Duration.ofSeconds(10);
    private static final Duration USUAL_RETRY = Duration.ofSeconds(2);

    private static final Kind<Duration> TIME = Kind.duration(Duration.ZERO, Storm.LONGEST);
    private static final Kind<Duration> PERIOD = Kind.duration(SHORTEST, Storm.LONGEST);
    private static final Kind<Span> RANGE = Kind.map("span", StormParser::range);
    private static final Kind<Span> SPAN =
            Kind.either(value -> value.isMap() ? RANGE.read(value) : Span.of(TIME.read(value)), TIME, RANGE);
    private static final Kind<Boolean> PATTERN = Kind.word("pattern", Map.of("steady", false, "poisson", true), false);
    private static final Kind<Boolean> PHASE = Kind.word("phase", Map.of("spread", false, "together", true), false);
    private static final Kind<Arrivals> ARRIVALS = Kind.map("arrivals", StormParser::arrivals);
    private static final Kind<Heartbeats> HEARTBEATS = Kind.map("heartbeat", StormParser::heartbeats);
    private static final Kind<Outage> OUTAGE = Kind.map("outage", StormParser::outage);
    private static final Kind<List<Goal>> GOALS = Kind.map("expect", StormParser::goals);

    private final StrictYaml files;

    public StormParser(Sources sources) {
        files = new StrictYaml(sources);
    }

    /** Reads a storm; what is wrong with it is told all at once. */
    public StrictYaml.Reading<Storm> parse(Path file) {
        return files.read(file, map -> storm(map, file.toString().replace('\\', '/')));
    }

    private static Storm storm(YamlMap map, String file) {
        String name = map.words("storm");
        List<Long> seeds = seeds(map);
        List<StormHost> hosts = StormHosts.read(map);
        String strategy = map.take("strategy", Kind.WORDS, Strategies.USUAL);
        boolean jitter = map.take("jitter", Kind.BOOL, false);
        Arrivals arrivals = map.require("arrivals", ARRIVALS, new Arrivals(1, 1, false));
        Span visible = map.take("visible_after", SPAN, Span.of(USUAL_LOGON));
        Span stay = map.orNull("stay", SPAN);
        Heartbeats heartbeats = map.take("heartbeat", HEARTBEATS, new Heartbeats(USUAL_HEARTBEAT, false));
        Duration retry = map.take("retry_after", PERIOD, USUAL_RETRY);
        List<Outage> outages = outages(map, hosts);
        SettingsOverlay settings = map.take("settings", SettingsParser.KIND, SettingsOverlay.none());
        List<Goal> goals = map.take("expect", GOALS, List.of());
        map.done();
        return new Storm(
                name,
                file,
                seeds,
                hosts,
                strategy,
                jitter,
                arrivals,
                visible,
                stay,
                heartbeats,
                retry,
                outages,
                settings.complete(),
                goals);
    }

    private static List<Long> seeds(YamlMap map) {
        List<Long> seeds = map.take("seeds", Kind.LONG_COUNT.list(), List.of(1L));
        if (seeds.isEmpty() || seeds.size() > MOST_SEEDS || Set.copyOf(seeds).size() < seeds.size()) {
            map.problem("seeds must be 1 to " + MOST_SEEDS + " different numbers", "");
            return List.of(1L);
        }
        return seeds;
    }

    private static Arrivals arrivals(YamlMap map) {
        Arrivals arrivals = new Arrivals(
                map.require("number", Kind.integer(1, Arrivals.MOST), 1),
                map.require("per_second", Kind.number(1e-3, Arrivals.MOST_PER_SECOND), 1.0),
                map.take("pattern", PATTERN, false));
        map.done();
        return arrivals;
    }

    private static Heartbeats heartbeats(YamlMap map) {
        Heartbeats heartbeats =
                new Heartbeats(map.take("every", PERIOD, USUAL_HEARTBEAT), map.take("phase", PHASE, false));
        map.done();
        return heartbeats;
    }

    private static Span range(YamlMap map) {
        Duration from = map.require("from", TIME, Duration.ZERO);
        Duration to = map.require("to", TIME, Storm.LONGEST);
        map.done();
        if (to.compareTo(from) < 0) {
            map.problem("\"to\" must not be shorter than \"from\"", "");
            return Span.of(from);
        }
        return new Span(from, to);
    }

    private static Outage outage(YamlMap map) {
        Outage outage =
                new Outage(map.words("host"), map.require("at", TIME, Duration.ZERO), map.orNull("back_after", PERIOD));
        map.done();
        return outage;
    }

    private static List<Outage> outages(YamlMap map, List<StormHost> hosts) {
        Set<String> known = hosts.stream().map(StormHost::id).collect(Collectors.toSet());
        List<Outage> outages = map.take("failures", OUTAGE.list(), List.of());
        outages.stream()
                .filter(outage -> !outage.host().isBlank() && !known.contains(outage.host()))
                .forEach(outage -> map.problem("failures: there is no host \"" + outage.host() + "\"", ids(hosts)));
        return outages;
    }

    private static String ids(List<StormHost> hosts) {
        return hosts.isEmpty()
                ? ""
                : "hosts are " + hosts.get(0).id() + " to "
                        + hosts.get(hosts.size() - 1).id();
    }

    private static List<Goal> goals(YamlMap map) {
        List<Goal> goals = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            map.value(figure.goal(), Kind.NUMBER).ifPresent(value -> goals.add(goal(figure, value)));
        }
        map.done();
        return goals;
    }

    private static Goal goal(Figure figure, YamlValue value) {
        return new Goal(
                value.position(), figure, Kind.number(0, Double.MAX_VALUE).read(value));
    }
}
