package io.drover;

import io.dropwizard.lifecycle.Managed;
import io.drover.policy.PolicyReloader;
import java.io.IOException;

/** Looks at the rules folder for as long as the service runs. */
final class PolicyWatch implements Managed {

    private final PolicyReloader reloader;
    private final boolean watch;

    /** @param watch whether changes are taken into service by themselves */
    PolicyWatch(PolicyReloader reloader, boolean watch) {
        this.reloader = reloader;
        this.watch = watch;
    }

    @Override
    public void start() throws IOException {
        if (watch) {
            reloader.watch();
        }
    }

    @Override
    public void stop() throws IOException {
        reloader.close();
    }
}
