package io.drover.gateway;

import io.drover.connection.Connection;
import io.drover.connection.ConnectionDao;
import io.drover.connection.ConnectionDao.Row;
import io.drover.connection.PlacedUser;
import io.drover.database.Clearing;
import io.drover.fleet.FleetListener;
import io.drover.fleet.LeaseReleases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes in what gateways report of placements: writes it, shows it to the own view, and tells the other instances.
 * Reports may come twice, late, out of order, and through another instance than the placement. Calls ask the database
 * and fail as it does. Safe for use by many threads.
 */
public final class GatewayReports {

    private final ConnectionDao dao;
    private final Placements placements;
    private final LeaseReleases releases;
    private final FleetListener others;
    private final Clearing clearing = new Clearing();

    /**
     * Takes reports in.
     *
     * @param others is told of every connection whose state changed
     */
    public GatewayReports(ConnectionDao dao, Placements placements, LeaseReleases releases, FleetListener others) {
        this.dao = dao;
        this.placements = placements;
        this.releases = releases;
        this.others = others;
    }

    /**
     * What a gateway's node has open, as the broker sees it.
     *
     * @param open how many of the placements are open now
     * @param ended those that closed or failed before
     * @param unknown those that the broker knows nothing of
     */
    record Renewal(int open, List<String> ended, List<String> unknown) {

        Renewal {
            ended = List.copyOf(ended);
            unknown = List.copyOf(unknown);
        }
    }

    /**
     * One connection opened, closed or failed.
     *
     * @param state {@code OPEN}, {@code CLOSED} or {@code FAILED}
     * @return the connection as it is now, once the lease that ended with it is gone; empty when there is no such
     *     placement
     */
    Optional<CompletionStage<Connection>> report(
            String decisionId, Connection.State state, @Nullable Integer status, String nodeId) {
        List<PlacedUser> users = placed(List.of(decisionId));
        List<Row> rows = users.isEmpty() ? List.of() : dao.report(state, status, nodeId, users);
        return rows.stream()
                .findFirst()
                .or(() -> dao.rows(List.of(decisionId)).stream().findFirst())
                .map(row -> taken(List.of(row)).thenApply(done -> row.connection()));
    }

    /** A connection that was reported before is known even when its decision is not: not yet, or no more. */
    private List<PlacedUser> placed(List<String> decisionIds) {
        List<PlacedUser> users = placements.find(decisionIds);
        return users.isEmpty()
                ? dao.byIds(decisionIds).stream().map(Connection::placed).toList()
                : users;
    }

    /** A gateway's node still has these open, each at most once. */
    Renewal renew(String nodeId, Collection<String> decisionIds) {
        List<Row> rows = new ArrayList<>(dao.renew(nodeId, decisionIds));
        List<PlacedUser> users = placements.find(without(decisionIds, rows));
        if (!users.isEmpty()) {
            rows.addAll(dao.report(Connection.State.OPEN, null, nodeId, users));
        }
        var unused = taken(rows.stream().filter(Row::changed).toList());
        List<String> ended = rows.stream()
                .filter(row -> !row.connection().isOpen())
                .map(Row::decisionId)
                .sorted()
                .toList();
        return new Renewal(rows.size() - ended.size(), ended, without(decisionIds, rows));
    }

    private static List<String> without(Collection<String> decisionIds, List<Row> rows) {
        Set<String> known = rows.stream().map(Row::decisionId).collect(Collectors.toSet());
        return decisionIds.stream().filter(id -> !known.contains(id)).toList();
    }

    /** Marks as lost what was not renewed for so long, and forgets what ended long ago. */
    public void sweep(Duration silence, Duration keep) {
        var unused = taken(dao.lose(silence.toMillis()));
        clearing.run(limit -> dao.forget(keep.toMillis(), limit));
    }

    private CompletionStage<?> taken(List<Row> rows) {
        List<CompletableFuture<?>> released = new ArrayList<>();
        Set<String> changed = new HashSet<>();
        for (Row row : rows) {
            released.add(releases.accept(row.connection()).toCompletableFuture());
            if (row.changed()) {
                changed.add(row.decisionId());
            }
        }
        if (!changed.isEmpty()) {
            others.connectionsChanged(changed);
        }
        return CompletableFuture.allOf(released.toArray(CompletableFuture<?>[]::new));
    }
}
