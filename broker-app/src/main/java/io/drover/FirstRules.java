package io.drover;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.PolicyReloader;
import io.drover.policy.PolicyTarget;
import io.drover.policy.engine.CompiledRules;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Where rules go that are compiled before there is a broker to decide by them: the first ones are compiled while the
 * database starts, which takes as long. Safe for use by many threads.
 */
final class FirstRules implements PolicyTarget {

    private final CompletableFuture<PolicyTarget> broker = new CompletableFuture<>();

    /** Waits for the broker, if there is none yet. */
    @Override
    public void install(CompiledRules rules) {
        broker.join().install(rules);
    }

    /** The broker, from now on. */
    void goTo(PolicyTarget target) {
        broker.complete(target);
    }

    /** There will be no broker. */
    void goNowhere() {
        broker.cancel(false);
    }

    /** Begins to load on a thread of its own. */
    static FutureTask<?> begin(PolicyReloader reloader) {
        FutureTask<?> loading = new FutureTask<>(reloader::load);
        Thread thread = new Thread(loading, "first-rules");
        thread.setDaemon(true);
        thread.start();
        return loading;
    }

    /**
     * Waits until the rules are loaded.
     *
     * @throws BrokenRulesException when there are none that can serve
     */
    static void await(FutureTask<?> loading) throws BrokenRulesException, InterruptedException {
        try {
            loading.get();
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
