package io.drover.scenario.parse;

import io.drover.scenario.Expectation;
import io.drover.scenario.Position;
import io.drover.scenario.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads {@code then}. */
final class ThenParser {

    private static final String SAYS_NOTHING = "expects nothing";
    private static final String BURST_KEYS = "per_agent, spread_at_most, share_at_most, never_on, leases, commands";

    private static final Kind<Double> SHARE = new Kind<>(ThenParser::share, all -> Definitions.number(0, 1));

    private final YamlMap map;
    private final AgentNames names;
    private final @Nullable When when;
    private final List<Expectation> expectations = new ArrayList<>();

    private ThenParser(YamlMap map, AgentNames names, @Nullable When when) {
        this.map = map;
        this.names = names;
        this.when = when;
    }

    /** What is expected of what was asked in the same step. */
    static Kind<List<Expectation>> kind(AgentNames names, @Nullable When when) {
        return Kind.map("then", map -> parse(map, names, when));
    }

    static List<Expectation> parse(YamlMap map, AgentNames names, @Nullable When when) {
        return new ThenParser(map, names, when).parse();
    }

    private List<Expectation> parse() {
        if (map.isEmpty()) {
            map.problem(SAYS_NOTHING, "");
        }
        placement();
        explanation();
        output();
        burst();
        map.done();
        return List.copyOf(expectations);
    }

    private void placement() {
        one("agent", names.one(), (at, agent) -> new Expectation.OnAgent(at, Set.of(agent)));
        one("agent_in", names.some(), Expectation.OnAgent::new);
        one("not_agent", names.some(), Expectation.NotOnAgent::new);
        one("reason", Vocabulary.REASON, Expectation.ForReason::new);
        one("refused", Vocabulary.REFUSAL, Expectation.Refused::new);
        one("reconnect", Kind.BOOL, Expectation.Reconnect::new);
        one("farm", Kind.TEXT, Expectation.InFarm::new);
        one("resource", Kind.TEXT, Expectation.ForResource::new);
    }

    private void explanation() {
        Kind<Set<String>> reasons = Vocabulary.EXCLUSION.some();
        perAgent("score", Kind.NUMBER, Expectation.Score::new);
        perAgent("excluded", reasons, Expectation.Excluded::new);
        one("excluded_exactly", names.each(reasons), Expectation.ExcludedExactly::new);
        one("rules", Kind.SOME_WORDS, Expectation.RulesFired::new);
        one("not_rules", Kind.SOME_WORDS, Expectation.RulesNotFired::new);
        one("notes", Kind.SOME_WORDS, Expectation.Notes::new);
    }

    private void output() {
        one("lease", Kind.map("expected_lease", this::lease), (at, lease) -> lease);
        one("tokens", Kind.TAGS, (at, tokens) -> new Expectation.Tokens(at, tokens, false));
        one("tokens_exactly", Kind.TAGS, (at, tokens) -> new Expectation.Tokens(at, tokens, true));
        one("unbrokered", Kind.BOOL, Expectation.Unbrokered::new);
        one("leases", Kind.COUNT, Expectation.LeaseCount::new);
        perAgent("commands", Kind.TEXTS, Expectation.Commands::new);
    }

    private void burst() {
        int tolerance = map.take("tolerance", Kind.COUNT, 0);
        if (map.has("tolerance") && !map.has("per_agent")) {
            map.problem("\"tolerance\" goes with \"per_agent\"", "");
        }
        one("per_agent", names.each(Kind.COUNT), (at, counts) -> new Expectation.PerAgent(at, counts, tolerance));
        one("spread_at_most", Kind.COUNT, Expectation.SpreadAtMost::new);
        one("share_at_most", SHARE, Expectation.ShareAtMost::new);
        one("never_on", ConditionParser.kind(names), Expectation.NeverOn::new);
    }

    private Expectation lease(YamlMap lease) {
        Expectation expectation = new Expectation.LeaseIs(
                lease.position(), lease.orNull("agent", names.one()), lease.orNull("expires_in", Kind.NUMBER));
        lease.done();
        return expectation;
    }

    private <T> void one(String key, Kind<T> kind, BiFunction<Position, T, Expectation> make) {
        map.value(key, kind).ifPresent(value -> {
            Expectation expectation = make.apply(value.position(), kind.read(value));
            checkFit(value, expectation);
            checkSaysSomething(value, expectation);
            expectations.add(expectation);
        });
    }

    /** Makes an expectation of an agent and what is expected of it. */
    private interface OfAgent<T> {
        Expectation make(Position position, String agent, T expected);
    }

    private <T> void perAgent(String key, Kind<T> kind, OfAgent<T> of) {
        map.value(key, names.each(kind)).ifPresent(value -> {
            if (value.isEmpty()) {
                value.problem(SAYS_NOTHING);
            }
            value.entries().forEach((agent, entry) -> {
                names.check(agent, entry);
                Expectation expectation = of.make(entry.position(), agent, kind.read(entry));
                checkFit(value, expectation);
                checkSaysSomething(entry, expectation);
                expectations.add(expectation);
            });
        });
    }

    private void checkFit(YamlValue value, Expectation expectation) {
        if (expectation instanceof Expectation.OfAnswer && !(when instanceof When.One)) {
            value.problemOfKey(
                    when == null ? "nothing is asked in this step" : "is about one answer, not about a burst",
                    when == null ? "add \"when\"" : "a burst takes " + BURST_KEYS);
        }
        if (expectation instanceof Expectation.OfBurst && !(when instanceof When.Burst)) {
            value.problemOfKey("is about a burst", "add \"burst\" to \"when\"");
        }
    }

    /** Nothing may be the exact answer; anywhere else it could never fail. */
    private static void checkSaysSomething(YamlValue value, Expectation expectation) {
        boolean exactly = expectation instanceof Expectation.ExcludedExactly
                || expectation instanceof Expectation.Commands
                || (expectation instanceof Expectation.Tokens tokens && tokens.exactly());
        if (value.isEmpty() && !exactly) {
            value.problem(SAYS_NOTHING);
        }
    }

    private static double share(YamlValue value) {
        double share = value.number();
        if (share < 0 || share > 1) {
            value.problem(share + " is out of range", "from 0 to 1");
        }
        return share;
    }
}
