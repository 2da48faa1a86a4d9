package io.drover.placement;

import io.drover.fleet.FleetUpdater;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.StorageUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads what an operator changed from the database. */
public final class DatabaseRefresher implements ControlRefresher {

    private final FleetUpdater updater;
    private final Executor executor;

    /** @param executor waits for the database */
    public DatabaseRefresher(FleetUpdater updater, Executor executor) {
        this.updater = updater;
        this.executor = executor;
    }

    @Override
    public CompletionStage<Void> refresh(List<Check> stale) {
        return CompletableFuture.runAsync(() -> read(stale), executor);
    }

    private void read(List<Check> stale) {
        try {
            read(stale, Subject.AGENT, updater::agentsChanged);
            read(stale, Subject.FARM, updater::farmsChanged);
            read(stale, Subject.RESOURCE, updater::resourcesChanged);
        } catch (RuntimeException e) {
            throw new StorageUnavailableException("what an operator changed could not be read", e);
        }
    }

    private static void read(List<Check> stale, Subject subject, Consumer<Set<String>> reader) {
        Set<String> ids = stale.stream()
                .filter(check -> check.subject() == subject)
                .map(Check::id)
                .collect(Collectors.toSet());
        if (!ids.isEmpty()) {
            reader.accept(ids);
        }
    }
}
