package io.drover;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Rules that are compiled while something else starts. */
final class RulesUnderWay {

    private final FutureTask<CompiledRules> task;

    private RulesUnderWay(FutureTask<CompiledRules> task) {
        this.task = task;
    }

    /** Begins with the rules of a folder, on a thread of its own. */
    static RulesUnderWay begin(Path folder) {
        FutureTask<CompiledRules> task = new FutureTask<>(() -> new RuleLoader(false).load(RuleSource.read(folder)));
        Thread thread = new Thread(task, "first-rules");
        thread.setDaemon(true);
        thread.start();
        return new RulesUnderWay(task);
    }

    /**
     * Waits for the rules.
     *
     * @throws BrokenRulesException when they do not compile
     */
    CompiledRules await() throws BrokenRulesException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BrokenRulesException broken) {
                throw broken;
            }
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
