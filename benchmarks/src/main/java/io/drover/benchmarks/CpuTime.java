package io.drover.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** The time on a processor that an operation takes, in µs: on a busy machine the time on the clock says little. */
public final class CpuTime implements InternalProfiler {

    /** The name of the result. */
    static final String RESULT = "cpu";

    private static final String WORKER = "jmh-worker";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "processor time of the threads that measure";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = spent();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = spent() - before;
        double micros =
                nanos / TimeUnit.MICROSECONDS.toNanos(1) / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(RESULT, micros, "us/op", AggregationPolicy.AVG));
    }

    private long spent() {
        long sum = 0;
        for (ThreadInfo thread : threads.dumpAllThreads(false, false, 0)) {
            if (thread.getThreadName().contains(WORKER)) {
                sum += threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        return sum;
    }
}
