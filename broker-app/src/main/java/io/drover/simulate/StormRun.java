package io.drover.simulate;

import io.drover.simulate.Storm.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** One storm, balanced in one way, with one seed. */
final class StormRun {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Users who found no host give up after so many tries. */
    private static final int TRIES = 20;

    private final Storm storm;
    private final Agenda agenda = new Agenda(START);
    private final Map<String, LiveHost> byId = new HashMap<>();
    private final List<LiveHost> hosts = new ArrayList<>();
    private final List<Course.Change> changes = new ArrayList<>();
    private final List<Visitor> visitors;
    private final Balancer balancer;
    private Instant end;
    private double worstSpread;
    private int refused;
    private int failed;

    StormRun(Storm storm, Way way, long seed) {
        this.storm = storm;
        storm.hosts().forEach(spec -> hosts.add(new LiveHost(hosts.size(), spec, START)));
        hosts.forEach(host -> byId.put(host.spec().id(), host));
        balancer = way.open(storm, id -> host(id).isUp(), START, Chances.of(seed, "policy"));
        end = START;
        visitors = plan(seed);
    }

    /** Who balances. */
    @FunctionalInterface
    interface Way {
        /** @param answers whether a host answers now */
        Balancer open(Storm storm, Predicate<String> answers, Instant start, RandomGenerator chance);
    }

    private LiveHost host(String id) {
        LiveHost host = byId.get(id);
        if (host == null) {
            throw new IllegalStateException("there is no host " + id);
        }
        return host;
    }

    private List<Visitor> plan(long seed) {
        RandomGenerator phases = Chances.of(seed, "heartbeats");
        Duration every = storm.heartbeats().every();
        for (LiveHost host : hosts) {
            Duration phase = new Span(Duration.ZERO, every).draw(phases);
            planHeartbeats(host, START.minus(storm.heartbeats().together() ? Duration.ZERO : phase));
        }
        storm.outages().forEach(this::planOutage);
        RandomGenerator users = Chances.of(seed, "users");
        RandomGenerator times = Chances.of(seed, "arrivals");
        List<Visitor> all = new ArrayList<>();
        double seconds = 0;
        for (int n = 0; n < storm.arrivals().number(); n++) {
            int user = n;
            all.add(new Visitor(n + 1, storm, users));
            seconds = storm.arrivals().atRandom()
                    ? seconds
                            - StrictMath.log(1 - times.nextDouble())
                                    / storm.arrivals().perSecond()
                    : n / storm.arrivals().perSecond();
            planVisit(user, START.plusNanos(Math.round(seconds * 1e9)));
        }
        return all;
    }

    private void planHeartbeats(LiveHost host, Instant at) {
        agenda.at(at, () -> {
            if (host.isUp()) {
                balancer.heard(host.report(at));
            }
            planHeartbeats(host, at.plus(storm.heartbeats().every()));
        });
    }

    private void planOutage(Outage outage) {
        LiveHost host = host(outage.host());
        agenda.at(START.plus(outage.at()), () -> {
            Instant again = agenda.now().plus(storm.retryAfter());
            host.fail().forEach(user -> planVisit(user, again));
            changed(host);
        });
        Duration away = outage.backAfter();
        if (away != null) {
            agenda.at(START.plus(outage.at()).plus(away), () -> {
                host.comeBack(agenda.now());
                changed(host);
            });
            last(START.plus(outage.at()).plus(away));
        }
    }

    /** The run goes on until everybody who came by now has a session and every host has reported it. */
    private void last(Instant visit) {
        Instant seen =
                visit.plus(storm.visibleAfter().to()).plus(storm.heartbeats().every());
        end = seen.isAfter(end) ? seen : end;
    }

    private void planVisit(int user, Instant at) {
        last(at);
        agenda.at(at, () -> visit(user));
    }

    private void visit(int user) {
        Visitor visitor = visitors.get(user);
        Instant now = agenda.now();
        Optional<String> chosen = balancer.place(visitor.name, visitor.failed, now);
        visitor.failed = Set.of();
        if (chosen.isEmpty()) {
            refused++;
            again(user);
        } else if (host(chosen.get()).isUp()) {
            LiveHost host = host(chosen.get());
            visitor.tries = 0;
            host.logon(user);
            changed(host);
            long epoch = host.epoch();
            agenda.at(now.plus(visitor.logon), () -> begin(user, host, epoch));
        } else {
            failed++;
            balancer.failed(visitor.name, now);
            visitor.failed = Set.of(chosen.get());
            again(user);
        }
    }

    private void again(int user) {
        if (++visitors.get(user).tries < TRIES) {
            planVisit(user, agenda.now().plus(storm.retryAfter()));
        }
    }

    private void begin(int user, LiveHost host, long epoch) {
        Visitor visitor = visitors.get(user);
        if (host.epoch() != epoch) {
            return;
        }
        host.begin(user, visitor.name, agenda.now());
        Duration stay = visitor.stay;
        if (stay != null) {
            agenda.at(agenda.now().plus(stay), () -> leave(user, host, epoch));
        }
    }

    private void leave(int user, LiveHost host, long epoch) {
        if (host.epoch() == epoch) {
            host.end(user);
            changed(host);
        }
    }

    private void changed(LiveHost host) {
        double spread = spread(hosts);
        worstSpread = Math.max(worstSpread, spread);
        changes.add(new Course.Change(Duration.between(START, agenda.now()), host.index(), host.users(), spread));
    }

    private static double spread(Collection<LiveHost> hosts) {
        double largest = Double.NEGATIVE_INFINITY;
        double smallest = Double.POSITIVE_INFINITY;
        for (LiveHost host : hosts) {
            if (host.isUp()) {
                largest = Math.max(largest, host.usersByWeight());
                smallest = Math.min(smallest, host.usersByWeight());
            }
        }
        return largest < smallest ? 0 : largest - smallest;
    }

    /** Lets it happen. To be called once. */
    RunResult run(String policy, boolean ruled, long seed) {
        List<Integer> begin = hosts.stream().map(LiveHost::users).toList();
        try (balancer) {
            Instant reached = START;
            while (reached.isBefore(end)) {
                reached = end;
                agenda.runTo(reached);
            }
        }
        return new RunResult(
                policy,
                ruled,
                seed,
                hosts.stream().map(LiveHost::result).toList(),
                worstSpread,
                spread(hosts),
                refused,
                failed,
                new Course(Duration.between(START, end), begin, changes));
    }
}
