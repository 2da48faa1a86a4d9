package io.drover.scenario.run;

import io.drover.connection.Connection;
import io.drover.connection.PlacedUser;
import io.drover.scenario.Report;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What gateways reported in a scenario, kept by the rules of the table {@code connection}. */
final class ReportedConnections {

    private final Map<String, Connection> byPlacement = new HashMap<>();

    /** The connection after the report; one whose state does not lead to the reported one stays as it was. */
    Connection report(PlacedUser placed, Report.Event event, Instant now) {
        Connection.State state = stateOf(event);
        Connection before = byPlacement.get(placed.decisionId());
        if (before != null && (before.state() == state || !before.state().leadsTo(state))) {
            return before;
        }
        Connection after = connection(placed, state, before, now);
        byPlacement.put(placed.decisionId(), after);
        return after;
    }

    private static Connection connection(
            PlacedUser placed, Connection.State state, @Nullable Connection before, Instant now) {
        return new Connection(
                placed.decisionId(),
                "",
                placed.person(),
                placed.domain(),
                placed.agentId(),
                placed.leaseRev(),
                state,
                null,
                before == null ? 1 : before.version() + 1,
                now);
    }

    private static Connection.State stateOf(Report.Event event) {
        return switch (event) {
            case OPENED -> Connection.State.OPEN;
            case FAILED -> Connection.State.FAILED;
            case CLOSED -> Connection.State.CLOSED;
        };
    }
}
