package io.drover.scenario.parse;

import io.drover.scenario.Expectation;
import io.drover.scenario.When;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads {@code then}. */
final class ThenParser {

    private static final String SAYS_NOTHING = "expects nothing";
    private static final String BURST_KEYS = "per_agent, spread_at_most, share_at_most, never_on, leases, commands";

    private final YamlMap map;
    private final AgentNames names;
    private final @Nullable When when;
    private final List<Expectation> expectations = new ArrayList<>();

    private ThenParser(YamlMap map, AgentNames names, @Nullable When when) {
        this.map = map;
        this.names = names;
        this.when = when;
    }

    /** Reads what is expected of what was asked in the same step. */
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
        one("agent", value -> new Expectation.OnAgent(value.position(), Set.of(names.one(value))));
        one("agent_in", value -> new Expectation.OnAgent(value.position(), names.some(value)));
        one("not_agent", value -> new Expectation.NotOnAgent(value.position(), names.some(value)));
        one("reason", value -> new Expectation.ForReason(value.position(), Vocabulary.reason(value)));
        one("refused", value -> new Expectation.Refused(value.position(), Vocabulary.refusal(value)));
        one("reconnect", value -> new Expectation.Reconnect(value.position(), value.bool()));
        one("farm", value -> new Expectation.InFarm(value.position(), value.text()));
        one("resource", value -> new Expectation.ForResource(value.position(), value.text()));
    }

    private void explanation() {
        perAgent("score", (agent, value) -> new Expectation.Score(value.position(), agent, value.number()));
        perAgent("excluded", (agent, value) -> new Expectation.Excluded(value.position(), agent, exclusions(value)));
        one(
                "excluded_exactly",
                value -> new Expectation.ExcludedExactly(value.position(), byAgent(value, ThenParser::exclusions)));
        one("rules", value -> new Expectation.RulesFired(value.position(), value.someTexts()));
        one("not_rules", value -> new Expectation.RulesNotFired(value.position(), value.someTexts()));
        one("notes", value -> new Expectation.Notes(value.position(), value.someTexts()));
    }

    private void output() {
        one("lease", value -> lease(value.map()));
        one("tokens", value -> new Expectation.Tokens(value.position(), value.named(YamlValue::text), false));
        one("tokens_exactly", value -> new Expectation.Tokens(value.position(), value.named(YamlValue::text), true));
        one("unbrokered", value -> new Expectation.Unbrokered(value.position(), value.bool()));
        one("leases", value -> new Expectation.LeaseCount(value.position(), value.integer(0, Integer.MAX_VALUE)));
        perAgent("commands", (agent, value) -> new Expectation.Commands(value.position(), agent, value.texts()));
    }

    private void burst() {
        int tolerance = map.take("tolerance").map(AgentParser::count).orElse(0);
        if (map.has("tolerance") && !map.has("per_agent")) {
            map.problem("\"tolerance\" goes with \"per_agent\"", "");
        }
        one(
                "per_agent",
                value -> new Expectation.PerAgent(value.position(), byAgent(value, AgentParser::count), tolerance));
        one("spread_at_most", value -> new Expectation.SpreadAtMost(value.position(), AgentParser.count(value)));
        one("share_at_most", value -> new Expectation.ShareAtMost(value.position(), share(value)));
        one("never_on", value -> new Expectation.NeverOn(value.position(), ConditionParser.parse(value, names)));
    }

    private Expectation lease(YamlMap lease) {
        Expectation expectation = new Expectation.LeaseIs(
                lease.position(), lease.orNull("agent", names::one), lease.orNull("expires_in", YamlValue::number));
        lease.done();
        return expectation;
    }

    private void one(String key, Function<YamlValue, Expectation> reader) {
        map.ifPresent(key, value -> {
            Expectation expectation = reader.apply(value);
            checkFit(value, expectation);
            checkSaysSomething(value, expectation);
            expectations.add(expectation);
        });
    }

    private void perAgent(String key, BiFunction<String, YamlValue, Expectation> reader) {
        map.ifPresent(key, value -> {
            if (value.isEmpty()) {
                value.problem(SAYS_NOTHING);
            }
            value.entries().forEach((agent, entry) -> {
                names.check(agent, entry);
                Expectation expectation = reader.apply(agent, entry);
                checkFit(value, expectation);
                checkSaysSomething(entry, expectation);
                expectations.add(expectation);
            });
        });
    }

    private <T> Map<String, T> byAgent(YamlValue value, Function<YamlValue, T> reader) {
        Map<String, T> byAgent = new LinkedHashMap<>();
        value.entries().forEach((agent, entry) -> {
            names.check(agent, entry);
            byAgent.put(agent, reader.apply(entry));
        });
        return byAgent;
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

    private static Set<String> exclusions(YamlValue value) {
        Set<String> reasons = new LinkedHashSet<>();
        value.oneOrMore().forEach(reason -> reasons.add(Vocabulary.exclusion(reason)));
        return reasons;
    }

    private static double share(YamlValue value) {
        double share = value.number();
        if (share < 0 || share > 1) {
            value.problem(share + " is out of range", "from 0 to 1");
        }
        return share;
    }
}
