package io.drover.benchmarks;

import io.drover.policy.Decision;
import io.drover.policy.Question;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import io.drover.policy.engine.LivingEngine;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The time of one decision: the engine that lives on, a plain loop over all hosts, and an engine made for each. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init")
public class DecisionBenchmark {

    /** How many hosts there are. */
    @Param({"10", "100", "1000", "10000"})
    public int agents;

    private CompiledRules rules;
    private LivingEngine living;
    private FreshEngine fresh;
    private PlainLoop loop;
    private SampleFleet fleet;
    private int turn;

    /** Compiles the shipped rules and judges the fleet; all three must decide alike. */
    @Setup(Level.Trial)
    public void setUp() throws Exception {
        rules = new RuleLoader(false).load(RuleSource.read(Path.of(System.getProperty("rules", "rules"))));
        fleet = new SampleFleet(agents);
        living = new LivingEngine(rules, String::equals, VerdictListener.NONE);
        fresh = new FreshEngine(rules, String::equals);
        loop = new PlainLoop(fleet);
        fleet.tell(living);
        fleet.tell(fresh);
        for (var question : fleet.questions()) {
            String byLiving = host(living.decide(question));
            String byFresh = host(fresh.decide(question));
            var byLoop = loop.decide(question).agent();
            if (!byLiving.equals(byFresh) || byLoop == null || !byLiving.equals(byLoop.id())) {
                throw new IllegalStateException("the answers differ: " + byLiving + ", " + byFresh + ", " + byLoop);
            }
        }
    }

    private static String host(Decision decision) {
        return decision.outcome() instanceof Decision.Placed placed ? placed.agentId() : "none";
    }

    /** Gives the session back. */
    @TearDown(Level.Trial)
    public void tearDown() {
        living.close();
        rules.close();
    }

    private Question next() {
        turn = (turn + 1) % fleet.questions().size();
        return fleet.questions().get(turn);
    }

    /** The engine that the service uses. */
    @Benchmark
    public Object living() {
        return living.decide(next());
    }

    /** One loop over all hosts, written by hand. */
    @Benchmark
    public Object loop() {
        return loop.decide(next());
    }

    /** A session made for the decision and thrown away. */
    @Benchmark
    public Object fresh() {
        return fresh.decide(next());
    }

    /** A host's heartbeat, judged at once. */
    @Benchmark
    public Object heartbeat() {
        turn++;
        living.put(SampleFleet.changed(fleet.agents().get(turn % agents), turn % 101));
        living.settle();
        return turn;
    }
}
