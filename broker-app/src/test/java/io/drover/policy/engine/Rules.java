package io.drover.policy.engine;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleSource;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Rules for tests: the shipped ones, and further ones given as text. */
final class Rules {

    static final Settings SETTINGS = new Settings("", true, true, true, 60);
    private static final String HEAD = "package drover\nimport io.drover.policy.fact.*\n";
    private static final String LEAN = HEAD + """
            rule "Whole fleet" @id("whole-fleet") @stage(filter) @doc("test")
            when
                $farm : Farm( whole_fleet == true )
                $agent : Agent()
            then
                $agent.join( $farm );
            end
            rule "No farm asked for" @id("no-farm") @stage(resolve) @doc("test")
            when
                $call : Call()
            then
                $call.whole_fleet( 4 );
            end
            """;

    private Rules() {}

    static RuleSource shipped() {
        return RuleSource.read(Path.of("..", "rules"));
    }

    /** The shipped rules and one further file. */
    static RuleSource shippedAnd(String rules) {
        TreeMap<String, String> files = new TreeMap<>(shipped().files());
        files.put("zz-test.drl", HEAD + rules);
        return new RuleSource(files);
    }

    /** Rules that place anybody anywhere, and one further file. */
    static RuleSource leanAnd(String rules) {
        return new RuleSource(new TreeMap<>(Map.of("lean.drl", LEAN, "zz-test.drl", HEAD + rules)));
    }

    /** An engine of the shipped rules that knows the settings and nothing else yet. */
    static LivingEngine engine() {
        return engine(Shipped.COMPILED);
    }

    static LivingEngine engine(RuleSource source) {
        return engine(compiled(source));
    }

    static LivingEngine engine(CompiledRules rules) {
        LivingEngine engine = new LivingEngine(rules, String::equals, VerdictListener.NONE);
        engine.put(SETTINGS);
        return engine;
    }

    static CompiledRules compiled(RuleSource source) {
        try {
            return new RuleCompiler(true).compile(source);
        } catch (BrokenRulesException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The shipped rules, compiled once for all tests. */
    private static final class Shipped {
        private static final CompiledRules COMPILED = compiled(shipped());
    }
}
