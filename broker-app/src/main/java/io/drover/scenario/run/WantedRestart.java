package io.drover.scenario.run;

import io.drover.fleet.Heartbeat;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The restart of a drained host, from its command until the host has booted; the same rule as {@code has_restarted} of
 * the database.
 *
 * @param bootId the boot before it, null when the host does not say
 * @param bootedAt when that was, null when the host does not say
 * @param isKnown whether the agent was told
 */
record WantedRestart(@Nullable String bootId, @Nullable Instant bootedAt, boolean isKnown) {

    /** An exporter that is started anew tells another moment of the same boot; a boot is later by more than this. */
    private static final Duration TOLERANCE = Duration.ofSeconds(60);

    static WantedRestart since(Heartbeat last) {
        return new WantedRestart(last.bootId(), last.bootedAt(), false);
    }

    WantedRestart delivered() {
        return new WantedRestart(bootId, bootedAt, true);
    }

    /** Whether the host has booted since. */
    boolean isOver(Heartbeat heartbeat) {
        if (bootId != null && heartbeat.bootId() != null) {
            return !bootId.equals(heartbeat.bootId());
        }
        Instant now = heartbeat.bootedAt();
        return bootedAt != null && now != null && now.isAfter(bootedAt.plus(TOLERANCE));
    }
}
