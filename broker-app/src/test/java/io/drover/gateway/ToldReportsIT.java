package io.drover.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.connection.Connection.State;
import io.drover.connection.ConnectionDao;
import io.drover.connection.PlacedUser;
import io.drover.database.DatabaseExtension;
import io.drover.fleet.FleetListener;
import io.drover.fleet.FleetView;
import io.drover.fleet.LeaseReleases;
import io.drover.identity.Domains;
import io.drover.lease.MemoryLeaseStore;
import io.drover.placement.PlacementConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The other instances are told of what changed, and of nothing else. */
class ToldReportsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration LONG = Duration.ofHours(1);

    private final List<Set<String>> told = new ArrayList<>();
    private final GatewayReports reports = reports();

    private GatewayReports reports() {
        InstantSource clock = InstantSource.system();
        FleetListener others = new FleetListener() {
            @Override
            public void connectionsChanged(Set<String> decisionIds) {
                told.add(decisionIds);
            }
        };
        FleetView view = new FleetView(PlacementConfig.defaults().settings(), Domains.withoutAliases(), clock);
        Placements placements = new Placements(
                placement -> {},
                ids -> ids.stream()
                        .filter(id -> !id.equals("unknown"))
                        .map(id -> new PlacedUser(id, "alice", "", "rds-1", 1))
                        .toList());
        return new GatewayReports(
                database.jdbi().onDemand(ConnectionDao.class),
                placements,
                new LeaseReleases(view, new MemoryLeaseStore(clock, check -> 0), others),
                others);
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE connection");
    }

    @Test
    void aReportIsToldOnce() {
        reports.report("d1", State.OPEN, null, "node-1");
        reports.report("d1", State.OPEN, null, "node-1");
        reports.report("d1", State.CLOSED, null, "node-1");
        reports.report("d1", State.OPEN, null, "node-1");
        reports.report("unknown", State.OPEN, null, "node-1");

        assertThat(told).containsExactly(Set.of("d1"), Set.of("d1"));
    }

    @Test
    void aRenewalTellsOnlyOfWhatItBringsBack() {
        reports.report("d1", State.OPEN, null, "node-1");
        reports.report("d2", State.CLOSED, null, "node-1");
        told.clear();

        GatewayReports.Renewal renewal = reports.renew("node-1", List.of("d1", "d2", "d3", "unknown"));

        assertThat(renewal).isEqualTo(new GatewayReports.Renewal(2, List.of("d2"), List.of("unknown")));
        assertThat(told).containsExactly(Set.of("d3"));
    }

    @Test
    void whatIsLostAndFoundIsTold() {
        reports.report("d1", State.OPEN, null, "node-1");
        told.clear();

        reports.sweep(LONG, LONG);
        assertThat(told).isEmpty();

        database.execute("UPDATE connection SET renewed_at = renewed_at - interval '2 hours'");
        reports.sweep(LONG, LONG);
        reports.renew("node-1", List.of("d1"));
        assertThat(told).containsExactly(Set.of("d1"), Set.of("d1"));
    }
}
