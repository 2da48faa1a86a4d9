package io.drover.lease;

import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class MemoryLeaseStoreTest extends LeaseStoreContract {

    private Instant now = Instant.parse("2026-03-02T09:00:00Z");
    private final Map<String, Long> versions = new HashMap<>(Map.of(
            "AGENT rds-1", 1L,
            "AGENT rds-2", 1L,
            "FARM office", 1L,
            "RESOURCE desktop", 1L));
    private final MemoryLeaseStore store =
            new MemoryLeaseStore(() -> now, check -> versions.getOrDefault(check.subject() + " " + check.id(), 0L));

    @Override
    LeaseStore store() {
        return store;
    }

    @Override
    void change(Check check) {
        versions.put(check.subject() + " " + check.id(), check.controlVersion());
    }

    @Override
    void remove(Subject subject, String id) {
        versions.remove(subject + " " + id);
    }

    @Override
    void letLeasesEnd() {
        now = current().stream().map(Lease::expiresAt).max(Instant::compareTo).orElse(now);
    }

    @Override
    List<Lease> current() {
        return store.current();
    }
}
