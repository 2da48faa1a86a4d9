package io.drover.benchmarks.faults;

import io.drover.benchmarks.faults.Gateway.Visit;
import io.drover.benchmarks.history.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Some users who come, stay a while and go, one after the other; now and then one comes twice at once. */
final class Visitors implements Runnable {

    private static final double TWICE = 0.25;
    private static final double STAYS = 0.4;
    private static final double FAILS = 0.003;
    private static final long LONGEST_STAY_MILLIS = 4_000;

    private record Stay(Visit visit, long until) {}

    private final RunClock clock;
    private final Gateway gateway;
    private final Map<String, SimulatedHost> hosts;
    private final List<String> persons;
    private final Pace pace;
    private final Executor twins;
    private final AtomicBoolean over;
    private final Random random;
    private final Queue<Stay> stays = new PriorityQueue<>(Comparator.comparingLong(Stay::until));

    Visitors(
            RunClock clock,
            Gateway gateway,
            Map<String, SimulatedHost> hosts,
            List<String> persons,
            Pace pace,
            Executor twins,
            AtomicBoolean over,
            Random random) {
        this.clock = clock;
        this.gateway = gateway;
        this.hosts = hosts;
        this.persons = persons;
        this.pace = pace;
        this.twins = twins;
        this.over = over;
        this.random = random;
    }

    /** When the next request of anybody is due. Safe for use by many threads. */
    static final class Pace {

        private final RunClock clock;
        private final double perSecond;
        private final AtomicInteger sent = new AtomicInteger();
        private final long began;

        Pace(RunClock clock, double perSecond) {
            this.clock = clock;
            this.perSecond = perSecond;
            began = clock.now();
        }

        void await() {
            long due = began + Math.round(sent.getAndIncrement() / perSecond * 1e9);
            Pause.millis((due - clock.now()) / 1_000_000);
        }
    }

    /** Comes and goes until the run is over; then everybody who is still there stays. */
    @Override
    public void run() {
        while (!over.get() && !Thread.currentThread().isInterrupted()) {
            pace.await();
            leave();
            come();
        }
    }

    private void come() {
        String person = persons.get(random.nextInt(persons.size()));
        int first = random.nextInt(3);
        if (random.nextDouble() < TWICE) {
            String other = Gateway.spelt(person, random.nextInt());
            twins.execute(() -> {
                var unused = gateway.place(person, other, first + 1, Set.of());
            });
        }
        gateway.place(person, Gateway.spelt(person, random.nextInt()), first, Set.of())
                .ifPresent(this::arrive);
    }

    private void arrive(Visit visit) {
        double chance = random.nextDouble();
        if (chance < FAILS) {
            gateway.report(visit, Report.Kind.FAILED);
            gateway.place(visit.person(), visit.person(), random.nextInt(3), Set.of(visit.host()));
        } else if (chance < STAYS && stays.stream().noneMatch(stay -> isSame(stay.visit(), visit))) {
            gateway.report(visit, Report.Kind.OPENED);
            host(visit).logOn(visit.person());
            stays.add(new Stay(visit, clock.now() + (long) (random.nextDouble() * LONGEST_STAY_MILLIS * 1e6)));
        }
    }

    private static boolean isSame(Visit one, Visit other) {
        return one.person().equals(other.person()) && one.host().equals(other.host());
    }

    private void leave() {
        List<Stay> ended = new ArrayList<>();
        while (!stays.isEmpty() && stays.element().until() <= clock.now()) {
            ended.add(stays.remove());
        }
        for (Stay stay : ended) {
            host(stay.visit()).logOff(stay.visit().person());
            gateway.report(stay.visit(), Report.Kind.CLOSED);
        }
    }

    private SimulatedHost host(Visit visit) {
        SimulatedHost host = hosts.get(visit.host());
        if (host == null) {
            throw new IllegalStateException("sent to a host that nobody made: " + visit);
        }
        return host;
    }
}
