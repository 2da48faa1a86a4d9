package io.drover.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.fleet.FleetListener;
import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DatabaseRefresherTest {

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final Reads reads = new Reads();
    private final DatabaseRefresher refresher =
            new DatabaseRefresher(reads, tasks::add, Runnable::run, Duration.ofSeconds(30));

    @Test
    void whatManyWaitForIsReadOnce() {
        CompletableFuture<Void> first = refresh("rds-01");
        CompletableFuture<Void> second = refresh("rds-02");
        CompletableFuture<Void> third = refresh("rds-01");
        assertThat(tasks).hasSize(1);

        tasks.remove().run();

        assertThat(reads.agents).containsExactly(Set.of("rds-01", "rds-02"));
        assertThat(List.of(first, second, third)).allMatch(CompletableFuture::isDone);
    }

    @Test
    void whoComesWhileItIsReadWaitsForTheNextRead() {
        List<CompletableFuture<Void>> late = new ArrayList<>();
        reads.meanwhile = () -> late.add(refresh("rds-02"));
        CompletableFuture<Void> first = refresh("rds-01");

        tasks.remove().run();

        assertThat(reads.agents).containsExactly(Set.of("rds-01"), Set.of("rds-02"));
        assertThat(first).isDone();
        assertThat(late).singleElement().matches(CompletableFuture::isDone);
        assertThat(tasks).isEmpty();
    }

    @Test
    void aFaultFailsThoseWhoWaitedAndNobodyElse() {
        reads.meanwhile = () -> {
            throw new IllegalStateException("the test says so");
        };
        CompletableFuture<Void> failed = refresh("rds-01");
        tasks.remove().run();
        assertThatThrownBy(failed::join).hasCauseInstanceOf(StorageUnavailableException.class);

        CompletableFuture<Void> next = refresh("rds-01");
        tasks.remove().run();
        assertThat(next).isCompleted();
    }

    @Test
    void anErrorKeepsNobodyFromReading() {
        reads.meanwhile = () -> {
            throw new NoClassDefFoundError("the test says so");
        };
        CompletableFuture<Void> failed = refresh("rds-01");
        tasks.remove().run();
        assertThatThrownBy(failed::join).hasCauseInstanceOf(StorageUnavailableException.class);

        CompletableFuture<Void> next = refresh("rds-01");
        tasks.remove().run();
        assertThat(next).isCompleted();
    }

    @Test
    void whoWaitsTooLongIsToldSo() {
        var impatient = new DatabaseRefresher(reads, tasks::add, Runnable::run, Duration.ofMillis(1));

        assertThatThrownBy(() -> refresh(impatient, "rds-01").join())
                .hasCauseInstanceOf(StorageUnavailableException.class);
    }

    private CompletableFuture<Void> refresh(String agentId) {
        return refresh(refresher, agentId);
    }

    private static CompletableFuture<Void> refresh(DatabaseRefresher refresher, String agentId) {
        return refresher.refresh(List.of(new Check(Subject.AGENT, agentId, 1))).toCompletableFuture();
    }

    private static final class Reads implements FleetListener {
        private final List<Set<String>> agents = new ArrayList<>();
        private Runnable meanwhile = () -> {};

        @Override
        public void agentsChanged(Set<String> ids) {
            agents.add(new TreeSet<>(ids));
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
        }

        @Override
        public void heartbeatsChanged(Set<String> agentIds) {}

        @Override
        public void farmsChanged(Set<String> ids) {}

        @Override
        public void resourcesChanged(Set<String> ids) {}

        @Override
        public void leasesWritten(List<Lease> leases) {}

        @Override
        public void leasesReleased(List<Lease> leases) {}

        @Override
        public void reload() {}
    }
}
