package io.drover.auth;

import io.dropwizard.core.setup.Environment;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts changed keys into service while the broker runs. Keys that are missing or not fit change nothing. One thread
 * looks, any may ask what is wrong.
 */
public final class KeyReloader implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(KeyReloader.class);

    private static final int SECONDS = 2;

    private final Supplier<PlainKeys> keys;
    private final Access access;
    private volatile Optional<String> problem = Optional.empty();

    /**
     * Has not looked yet.
     *
     * @param keys reads them anew, or fails with a {@link KeysException}
     */
    public KeyReloader(Supplier<PlainKeys> keys, Access access) {
        this.keys = keys;
        this.access = access;
    }

    /** Looks every {@value #SECONDS} seconds, from its start to its stop. */
    public void install(Environment environment) {
        var unused = environment
                .lifecycle()
                .scheduledExecutorService("keys")
                .threads(1)
                .build()
                .scheduleWithFixedDelay(this, SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    /** Looks once. Never fails. */
    @Override
    public void run() {
        try {
            PlainKeys found = keys.get();
            if (access.replace(found)) {
                LOG.info(
                        "Other keys are valid now: {} of gateways, {} of operators", found.broker(), found.operators());
            }
            problem = Optional.empty();
        } catch (KeysException e) {
            say(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error fault) {
            say("the keys could not be read: " + fault.getClass().getSimpleName());
        }
    }

    private void say(String trouble) {
        if (!problem.equals(Optional.of(trouble))) {
            LOG.warn("The keys stay as they were: {}", trouble);
            problem = Optional.of(trouble);
        }
    }

    /** Why the keys that are to be found are not those that are valid; empty when they are. */
    public Optional<String> problem() {
        return problem;
    }
}
