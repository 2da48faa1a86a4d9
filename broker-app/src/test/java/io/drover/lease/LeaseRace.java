package io.drover.lease;

import io.drover.lease.LeaseRequest.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Broker instances that place the same few people on the same few hosts at the same time, while operators drain the
 * hosts and set them online again, and leases are released early.
 *
 * <p>A host drains while its control version is even. The people come under two spellings of one name and ask for two
 * farms that share hosts.
 */
final class LeaseRace {

    /** A placement as its caller saw it. */
    record Placement(LeaseRequest request, Lease lease) {}

    static final int HOSTS = 9;
    private static final int PERSONS = 30;
    private static final int CLIENTS = 12;
    private static final int OPERATORS = 2;
    private static final int GRANTS_A_DRAIN = 10;

    private final Jdbi jdbi;
    private final long seed;
    private final int goal;
    private final Queue<Placement> placements = new ConcurrentLinkedQueue<>();
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger drains = new AtomicInteger();
    private final Semaphore turns = new Semaphore(0);
    private final AtomicBoolean over = new AtomicBoolean();

    LeaseRace(Jdbi jdbi, long seed, int goal) {
        this.jdbi = jdbi;
        this.seed = seed;
        this.goal = goal;
    }

    static List<String> hosts() {
        return IntStream.range(0, HOSTS).mapToObj(i -> "rds-" + i).toList();
    }

    /** The first six hosts, and the last six. */
    static boolean isMember(String agentId, String farm) {
        int host = Integer.parseInt(agentId.substring(4));
        return farm.equals("north") ? host < 6 : host >= 3;
    }

    static boolean drains(long controlVersion) {
        return controlVersion % 2 == 0;
    }

    /** Runs until so many placements were granted. */
    List<Placement> run(List<? extends LeaseStore> instances) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < instances.size(); i++) {
                Instance instance = new Instance(instances.get(i));
                for (int client = 0; client < CLIENTS; client++) {
                    Random random = new Random(seed + 1000L * i + client);
                    running.add(threads.submit(() -> instance.placeUntilOver(random)));
                }
            }
            for (int operator = 0; operator < OPERATORS; operator++) {
                Random random = new Random(seed - 1 - operator);
                running.add(threads.submit(() -> drainUntilOver(random)));
            }
            for (Future<?> one : running) {
                one.get();
            }
            return List.copyOf(placements);
        } finally {
            over.set(true);
            threads.shutdown();
        }
    }

    String summary() {
        return "%d granted, %d refused, %d changes of hosts".formatted(granted.get(), refused.get(), drains.get());
    }

    private void drainUntilOver(Random random) {
        String change = ControlGate.WITH_GATE
                + "UPDATE agent SET control_version = control_version + 1 WHERE agent_id = ? AND"
                + ControlGate.CLOSED;
        while (awaitTurn()) {
            String host = "rds-" + random.nextInt(HOSTS);
            if (random.nextInt(20) == 0) {
                jdbi.useTransaction(handle -> endLeasesOf(host, handle));
            } else {
                jdbi.useHandle(handle -> handle.execute(change, host));
            }
            drains.incrementAndGet();
        }
    }

    private boolean awaitTurn() {
        try {
            turns.acquire();
            return !over.get();
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static void endLeasesOf(String host, Handle handle) {
        handle.createQuery(ControlGate.CLOSE).mapTo(Long.class).one();
        handle.execute("UPDATE agent SET control_version = control_version + 1 WHERE agent_id = ?", host);
        handle.attach(LeaseDao.class).deleteOfAgent(host);
    }

    /** A broker instance: what it knows, which may be old, and how it decides on that. */
    private final class Instance {

        private final LeaseStore store;
        private final Map<String, Long> versions = new ConcurrentHashMap<>();
        private final Map<String, List<Lease>> leases = new ConcurrentHashMap<>();

        Instance(LeaseStore store) {
            this.store = store;
            hosts().forEach(host -> versions.put(host, 1L));
        }

        void placeUntilOver(Random random) {
            while (granted.get() < goal && !over.get()) {
                String person = "user" + random.nextInt(PERSONS);
                String domain = random.nextBoolean() ? "" : "corp";
                boolean placed = place(person, domain, random.nextBoolean() ? "north" : "south", random);
                (placed ? granted : refused).incrementAndGet();
                if (random.nextInt(GRANTS_A_DRAIN) == 0) {
                    turns.release();
                }
                if (random.nextInt(10) == 0) {
                    release(person);
                }
                if (!placed || random.nextInt(10) == 0) {
                    lookAtHosts();
                }
            }
            over.set(true);
            turns.release(OPERATORS);
        }

        private void release(String person) {
            List<Lease> known = leases.getOrDefault(person, List.of());
            List<Lease> ended = store.release(known).toCompletableFuture().join();
            ended.forEach(lease -> forget(lease.key()));
        }

        private void lookAtHosts() {
            jdbi.useHandle(handle -> handle.createQuery("SELECT agent_id, control_version FROM agent")
                    .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
                    .forEach(host -> versions.merge(host.getKey(), host.getValue(), Math::max)));
        }

        /** Null when the database failed, which it may only where a test took a lock away. */
        private @Nullable LeaseOutcome commit(LeaseRequest request) {
            try {
                return store.commit(request).toCompletableFuture().join();
            } catch (CompletionException e) {
                return null;
            }
        }

        private boolean place(String person, String domain, String farm, Random random) {
            for (int attempt = 0; attempt < 50; attempt++) {
                LeaseRequest request = decide(person, domain, farm, random);
                if (request == null) {
                    return false;
                }
                LeaseOutcome outcome = commit(request);
                if (outcome instanceof LeaseOutcome.Granted grant) {
                    placements.add(new Placement(request, grant.lease()));
                    remember(request, grant.lease());
                    return true;
                } else if (outcome instanceof LeaseOutcome.ControlChanged changed) {
                    changed.stale().forEach(check -> versions.merge(check.id(), check.controlVersion(), Math::max));
                } else if (outcome instanceof LeaseOutcome.LeaseChanged changed) {
                    leases.put(person, changed.current());
                }
            }
            return false;
        }

        private @Nullable LeaseRequest decide(String person, String domain, String farm, Random random) {
            List<Lease> known = leases.getOrDefault(person, List.of());
            List<Check> checks = new ArrayList<>();
            Lease accepted = null;
            for (Lease lease : known) {
                if (isMember(lease.agentId(), farm)) {
                    long version = versions.getOrDefault(lease.agentId(), 0L);
                    checks.add(LeaseRequests.agent(lease.agentId(), version));
                    if (accepted == null && !drains(version)) {
                        accepted = lease;
                    }
                }
            }
            String host = accepted != null ? accepted.agentId() : pick(farm, random);
            if (host == null) {
                return null;
            }
            checks.add(LeaseRequests.agent(host, versions.getOrDefault(host, 0L)));
            boolean qualified = !domain.isEmpty()
                    || known.stream().anyMatch(lease -> lease.domain().equals("corp"));
            LeaseKey key = new LeaseKey(person, qualified ? "corp" : "", farm, "");
            boolean claims = known.stream().anyMatch(lease -> LeaseRequest.takesOver(key, host, lease));
            return new LeaseRequest(
                    person,
                    key.domain(),
                    farm,
                    key.resource(),
                    host,
                    known.stream().map(Lease::rev).collect(Collectors.toSet()),
                    claims,
                    random.nextBoolean() ? LeaseRequest.Kind.GRANT : LeaseRequest.Kind.REFRESH,
                    Duration.ofHours(1),
                    checks);
        }

        private @Nullable String pick(String farm, Random random) {
            List<String> online = hosts().stream()
                    .filter(host -> isMember(host, farm) && !drains(versions.getOrDefault(host, 0L)))
                    .toList();
            return online.isEmpty() ? null : online.get(random.nextInt(online.size()));
        }

        private void remember(LeaseRequest request, Lease lease) {
            leases.compute(lease.person(), (person, known) -> {
                List<Lease> now = new ArrayList<>(known == null ? List.of() : known);
                now.removeIf(old -> old.rev() < lease.rev()
                        && (old.key().equals(lease.key())
                                || (request.claims() && LeaseRequest.takesOver(lease.key(), lease.agentId(), old))));
                now.add(lease);
                return List.copyOf(now);
            });
        }

        private void forget(LeaseKey key) {
            leases.computeIfPresent(
                    key.person(),
                    (person, known) -> known.stream()
                            .filter(lease -> !lease.key().equals(key))
                            .toList());
        }
    }
}
