package io.drover.benchmarks;

import io.drover.benchmarks.HandWrittenLoop.Explained;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Question;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.Verdict;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import io.drover.policy.engine.LivingEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

/** One decision with the shipped rules, explained: by the engine that lives, by a fresh one, and by a loop in Java. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class DecisionBenchmark {

    private static final long SEED = 7;

    /** How many hosts the farm has. */
    @Param({"10", "100", "1000", "10000"})
    public int hosts;

    private final KeptVerdicts verdicts = new KeptVerdicts();
    private List<Question> questions = List.of();
    private RandomFleet fleet = RandomFleet.of(1, SEED);
    private final Random random = new Random(SEED);
    private int next;
    private @Nullable CompiledRules rules;
    private @Nullable LivingEngine living;
    private @Nullable FreshEngine fresh;
    private @Nullable HandWrittenLoop loop;

    /** Compiles the rules and tells the fleet. */
    @Setup(Level.Trial)
    public void prepare() throws BrokenRulesException {
        fleet = RandomFleet.of(hosts, SEED);
        questions = fleet.questions();
        CompiledRules compiled =
                new RuleLoader(false).load(RuleSource.read(Path.of(System.getProperty("drover.rules", "rules"))));
        rules = compiled;
        LivingEngine told = new LivingEngine(compiled, String::equals, verdicts);
        fleet.tell(told);
        told.settle();
        living = told;
        fresh = new FreshEngine(compiled, String::equals);
        fleet.tell(fresh);
        loop = new HandWrittenLoop(fleet);
    }

    /** Disposes of the rules. */
    @TearDown(Level.Trial)
    public void close() {
        Objects.requireNonNull(living).close();
        Objects.requireNonNull(rules).close();
    }

    private Question question() {
        next = (next + 1) % questions.size();
        return questions.get(next);
    }

    /** The engine that serves; every host's verdict is there already. */
    @Benchmark
    public Object livingEngine() {
        Decision decision = Objects.requireNonNull(living).decide(question());
        return decision.outcome() instanceof Placed placed
                ? new ExplainedDecision(decision, verdicts.byAgent().get(placed.agentId()))
                : decision;
    }

    /** The reference: a session for each decision. */
    @Benchmark
    public Object freshEngine() {
        return Objects.requireNonNull(fresh).decide(question());
    }

    /** The loop. */
    @Benchmark
    public Explained handWrittenLoop() {
        return Objects.requireNonNull(loop).decide(question());
    }

    /** A heartbeat: one host changes and is judged anew. */
    @Benchmark
    public long heartbeat() {
        LivingEngine engine = Objects.requireNonNull(living);
        engine.put(RandomFleet.host(random.nextInt(hosts), random));
        engine.settle();
        return engine.faults();
    }

    private record ExplainedDecision(
            Decision decision, @Nullable Verdict winner) {}
}
