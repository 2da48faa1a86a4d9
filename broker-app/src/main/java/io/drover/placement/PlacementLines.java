package io.drover.placement;

import io.drover.identity.UserName;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes each decision to the log at DEBUG, the one level at which users are named. Safe for use by many threads. */
public final class PlacementLines implements PlacementLog {

    private static final Logger LOG = LoggerFactory.getLogger(PlacementLines.class);

    @Override
    public void record(PlacementRecord placement) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "decision {}: {} asked for {}: {}; {} ms, tries: {}",
                    placement.decisionId(),
                    spelled(placement.user()),
                    asked(placement.request()),
                    answered(placement.answer()),
                    Duration.ofNanos(placement.totalNanos()).toMillis(),
                    placement.tries());
        }
    }

    private static String spelled(UserName user) {
        return user.domain().isEmpty() ? user.user() : user.domain() + "\\" + user.user();
    }

    private static String asked(PlacementRequest request) {
        if (!request.resourceId().isEmpty()) {
            return "resource " + request.resourceId();
        }
        if (!request.connectionName().isEmpty()) {
            return "connection \"" + request.connectionName() + "\"";
        }
        if (!request.connectionId().isEmpty()) {
            return "connection " + request.connectionId();
        }
        return request.farmId().isEmpty() ? "any host" : "farm " + request.farmId();
    }

    private static String answered(PlacementDecision answer) {
        if (answer instanceof Placed placed) {
            return "sent to " + placed.hostname() + ", " + placed.reason().text();
        }
        return answer instanceof Refused refused
                ? "refused, " + refused.code() + (refused.excluded().isEmpty() ? "" : " " + refused.excluded())
                : "left alone";
    }
}
