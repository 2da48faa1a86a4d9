package io.drover;

import io.drover.control.Actor;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.PolicyListener;
import io.drover.policy.PolicyReloader;
import io.drover.policy.PolicyShelf;
import io.drover.policy.PolicyStatus;
import io.drover.policy.PolicyTarget;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Where rules go that are compiled before there is a broker to decide by them, and what is told of them: the first ones
 * are compiled while the database starts, which takes as long. Everything else waits for the broker. Safe for use by
 * many threads.
 */
final class FirstRules implements PolicyTarget, PolicyShelf, PolicyListener {

    private final CompletableFuture<Broker> broker = new CompletableFuture<>();

    /** Waits for the broker, if there is none yet. */
    @Override
    public void install(CompiledRules rules) {
        broker.join().install(rules);
    }

    @Override
    public void keep(RuleSource source, Actor by) {
        broker.join().revisions().keep(source, by);
    }

    @Override
    public Optional<RuleSource> latest() {
        return broker.join().revisions().latest();
    }

    @Override
    public Optional<RuleSource> before(String revision) {
        return broker.join().revisions().before(revision);
    }

    @Override
    public Optional<RuleSource> find(String revision) {
        return broker.join().revisions().find(revision);
    }

    @Override
    public Optional<Hold> holdOn(String folderRevision) {
        return broker.join().revisions().holdOn(folderRevision);
    }

    @Override
    public void hold(String folderRevision, String active, RuleSource instead, Actor by) {
        broker.join().revisions().hold(folderRevision, active, instead, by);
    }

    @Override
    public void release(String folderRevision) {
        broker.join().revisions().release(folderRevision);
    }

    @Override
    public void installed(PolicyStatus status, String before, Duration took) {
        broker.join().policyListener().installed(status, before, took);
    }

    @Override
    public void mended(PolicyStatus status) {
        broker.join().policyListener().mended(status);
    }

    @Override
    public void refused(PolicyStatus status, Actor who) {
        broker.join().policyListener().refused(status, who);
    }

    /** The broker, from now on. */
    void goTo(Broker started) {
        broker.complete(started);
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
