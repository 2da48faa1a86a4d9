package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.drover.database.DatabaseExtension;
import io.drover.lease.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FleetNotificationsIT {

    private static final Duration NEVER = Duration.ofDays(1);
    private static final AtomicInteger instances = new AtomicInteger();

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final List<AutoCloseable> running = new ArrayList<>();
    private final RecordingListener listener = new RecordingListener();
    private final String here = "here-" + instances.incrementAndGet();
    private final String there = "there-" + instances.get();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable closeable : running) {
            closeable.close();
        }
    }

    @Test
    void loadsFirstAndThenHearsWhatOthersChange() throws Exception {
        FleetNotifications notifications = listen(listener, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        assertThat(notifications.awaitLoaded(Duration.ofSeconds(10))).isTrue();
        assertThat(notifications.listening()).isTrue();
        FleetAnnouncer announcer = announce(there);
        Lease lease = new Lease("ali\"ce", "corp", "office", "", "a1", 5, 2, now(), now().plusSeconds(900));

        announcer.agentsChanged(Set.of("a1"));
        announcer.heartbeatsChanged(Set.of("a2"));
        announcer.farmsChanged(Set.of("f1"));
        announcer.resourcesChanged(Set.of("r1"));
        announcer.leasesWritten(List.of(lease));
        announcer.leasesReleased(List.of(lease));
        announcer.connectionsChanged(Set.of("d1"));

        assertThat(heard(7))
                .containsExactlyInAnyOrder(
                        new RecordingListener.Farms(Set.of("f1")),
                        new RecordingListener.Resources(Set.of("r1")),
                        new RecordingListener.Agents(Set.of("a1")),
                        new RecordingListener.Heartbeats(Set.of("a2")),
                        new RecordingListener.Connections(Set.of("d1")),
                        new RecordingListener.Released(List.of(lease)),
                        new RecordingListener.Written(List.of(lease)));
    }

    @Test
    void ownHeartbeatsConnectionsAndLeasesAreNotHeardButOwnChangesAre() throws Exception {
        listen(listener, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        FleetAnnouncer announcer = announce(here);
        Lease lease = new Lease("alice", "", "office", "", "a1", 5, 2, now(), now().plusSeconds(900));

        announcer.heartbeatsChanged(Set.of("a1"));
        announcer.connectionsChanged(Set.of("d1"));
        announcer.leasesWritten(List.of(lease));
        announcer.agentsChanged(Set.of("a2"));
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a2")));

        announcer.leasesReleased(List.of(lease));
        assertThat(listener.next()).isEqualTo(new RecordingListener.Released(List.of(lease)));
    }

    @Test
    void tenThousandHeartbeatsAreToldInNotificationsThatPostgresqlTakes() throws Exception {
        listen(listener, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        FleetAnnouncer announcer = announce(there);
        Set<String> ids =
                IntStream.range(0, 10_000).mapToObj("%032x"::formatted).collect(Collectors.toSet());

        announcer.heartbeatsChanged(ids);

        Set<String> heard = new HashSet<>();
        while (heard.size() < ids.size()) {
            heard.addAll(((RecordingListener.Heartbeats) listener.next()).ids());
        }
        assertThat(heard).isEqualTo(ids);
        assertThat(announcer.bulletins()).isGreaterThan(50);
        assertThat(announcer.failures()).isZero();
    }

    @Test
    void afterALostConnectionEverythingIsReloaded() throws Exception {
        listen(listener, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());

        terminateConnections("drover-listener");

        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        announce(there).agentsChanged(Set.of("a1"));
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a1")));
    }

    @Test
    void aNotificationThatIsMissingIsNoticed() throws Exception {
        listen(listener, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());

        notifyPlain("[\"other\",1,[\"agent\",\"a1\"]]");
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a1")));
        notifyPlain("[\"other\",3,[\"agent\",\"a3\"]]");

        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a3")));
    }

    @Test
    void anAnnouncerThatLostItsConnectionMakesTheOthersReload() throws Exception {
        listen(listener, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        FleetAnnouncer announcer = announce(there);
        announcer.agentsChanged(Set.of("a1"));
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a1")));
        terminateConnections("drover-announcer");

        announcer.agentsChanged(Set.of("a2"));

        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        assertThat(announcer.failures()).isPositive();
    }

    @Test
    void aReloadThatFailsIsTriedAgain() throws Exception {
        AtomicInteger reloads = new AtomicInteger();
        RecordingListener sound = new RecordingListener();
        listen(new FailingOnce(sound, reloads), NEVER);

        assertThat(sound.next()).isEqualTo(new RecordingListener.Reload());
        assertThat(reloads).hasValue(2);
    }

    @Test
    void whatIsReportedToOthersIsHeardOnceTheyHadTheTimeToCatchUp() throws Exception {
        RecordingContact contact = new RecordingContact();
        DatabaseClock clock = new DatabaseClock(InstantSource.system());
        listen(listener, contact, clock, new FleetNotifications.Settings(Duration.ofMillis(1), NEVER, NEVER));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Begins());
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
        assertThat(listener.heard).containsExactly(new RecordingListener.Reload(), new RecordingListener.Reload());
        Instant before = databaseTime();

        terminateConnections("drover-listener");

        assertThat(contact.next())
                .isInstanceOfSatisfying(
                        RecordingContact.Lost.class,
                        lost -> assertThat(lost.since()).isBetween(before.minusSeconds(60), databaseTime()));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
        assertThat(listener.heard).hasSize(4);
    }

    @Test
    void listeningGoesOnWhereTellingThatNothingIsHeardFails() throws Exception {
        Contact failing = new Contact() {
            @Override
            public void begins() {}

            @Override
            public void lost(Instant since) {
                throw new IllegalStateException("cannot be told");
            }

            @Override
            public void regained() {}
        };
        DatabaseClock clock = new DatabaseClock(InstantSource.system());
        listen(listener, failing, clock, new FleetNotifications.Settings(NEVER, NEVER, NEVER));
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());

        terminateConnections("drover-listener");

        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
    }

    @Test
    void nothingIsHeardUntilTheOthersHadTheTimeToCatchUp() throws Exception {
        RecordingContact contact = new RecordingContact();
        DatabaseClock clock = new DatabaseClock(InstantSource.system());
        FleetNotifications notifications =
                listen(listener, contact, clock, new FleetNotifications.Settings(NEVER, Duration.ofMillis(1), NEVER));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Begins());
        assertThat(notifications.awaitLoaded(Duration.ofSeconds(20))).isTrue();
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());

        terminateConnections("drover-listener");

        assertThat(contact.next()).isInstanceOf(RecordingContact.Lost.class);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        assertThat(contact.waiting()).isEmpty();
    }

    @Test
    void whatWasMissedIsHeardOnceTheOthersHadTheTimeToCatchUp() throws Exception {
        RecordingContact contact = new RecordingContact();
        DatabaseClock clock = new DatabaseClock(InstantSource.system());
        FleetNotifications notifications =
                listen(listener, contact, clock, new FleetNotifications.Settings(Duration.ofMillis(1), NEVER, NEVER));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Begins());
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());

        notifications.missed(Duration.ofHours(1));

        assertThat(contact.next())
                .isInstanceOfSatisfying(
                        RecordingContact.Lost.class,
                        lost -> assertThat(lost.since()).isBefore(databaseTime().minusSeconds(3_500)));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
    }

    @Test
    void whileTheListenerHangsNothingIsHeard() throws Exception {
        RecordingContact contact = new RecordingContact();
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        FleetNotifications notifications = listen(
                new FleetListeners(listener, new Hanging(hangs, goesOn)),
                contact,
                new DatabaseClock(InstantSource.system()),
                new FleetNotifications.Settings(Duration.ofMillis(1), NEVER, Duration.ZERO));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Begins());
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
        Instant before = databaseTime();
        announce(there).agentsChanged(Set.of("a1"));
        hangs.await();

        notifications.watch();

        assertThat(contact.next())
                .isInstanceOfSatisfying(
                        RecordingContact.Lost.class,
                        lost -> assertThat(lost.since()).isBetween(before.minusSeconds(60), databaseTime()));
        notifications.watch();
        assertThat(contact.waiting()).as("told once").isEmpty();
        goesOn.countDown();
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
    }

    @Test
    void aListenerThatTakesItsTimeIsWaitedFor() throws Exception {
        RecordingContact contact = new RecordingContact();
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        FleetNotifications notifications = listen(
                new FleetListeners(listener, new Hanging(hangs, goesOn)),
                contact,
                new DatabaseClock(InstantSource.system()),
                new FleetNotifications.Settings(Duration.ofMillis(1), NEVER, NEVER));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Begins());
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
        announce(there).agentsChanged(Set.of("a1"));
        hangs.await();

        notifications.watch();

        assertThat(contact.waiting()).isEmpty();
        goesOn.countDown();
    }

    @Test
    void aFleetThatIsSlowToReadIsNotReadAgainAtOnce() throws Exception {
        RecordingContact contact = new RecordingContact();
        CompletableFuture<FleetNotifications> notifications = new CompletableFuture<>();
        notifications.complete(listen(
                new FleetListeners(new Watched(notifications), listener),
                contact,
                new DatabaseClock(InstantSource.system()),
                new FleetNotifications.Settings(Duration.ofMillis(1), NEVER, Duration.ZERO)));
        assertThat(contact.next()).isEqualTo(new RecordingContact.Begins());
        assertThat(contact.next()).isInstanceOf(RecordingContact.Lost.class);
        assertThat(contact.next()).isEqualTo(new RecordingContact.Regained());
        assertThat(heard(2)).containsExactly(new RecordingListener.Reload(), new RecordingListener.Reload());

        for (int number = 1; number <= 3; number++) {
            notifyPlain("[\"other\",%d,[\"agent\",\"a%d\"]]".formatted(number, number));
            assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a" + number)));
        }
    }

    @Test
    void everythingIsReloadedNowAndThen() throws Exception {
        FleetNotifications.Settings often =
                new FleetNotifications.Settings(Duration.ofMillis(1), Duration.ofMillis(1), NEVER);
        listen(listener, new RecordingContact(), new DatabaseClock(InstantSource.system()), often);

        for (int i = 0; i < 3; i++) {
            assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        }
    }

    /** What is committed while the listener loads is either in what it loads or heard afterwards. */
    @Test
    void nothingIsLostBetweenTheLoadAndTheQueue() throws Exception {
        listen(new FleetListeners(listener, new CommittingDuringReload()), NEVER);

        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of("a1")));
    }

    @Test
    void theClockShowsTheDatabasesTime() throws Exception {
        DatabaseClock clock = new DatabaseClock(() -> Instant.now().minusSeconds(3600));
        listen(listener, clock, NEVER);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Reload());

        assertThat(clock.instant()).isCloseTo(databaseTime(), within(5, ChronoUnit.SECONDS));
        assertThat(clock.offset()).isCloseTo(Duration.ofHours(1), Duration.ofSeconds(5));
    }

    private FleetNotifications listen(FleetListener to, Duration reloadEvery) {
        return listen(to, new DatabaseClock(InstantSource.system()), reloadEvery);
    }

    private FleetNotifications listen(FleetListener to, DatabaseClock clock, Duration reloadEvery) {
        return listen(to, new RecordingContact(), clock, new FleetNotifications.Settings(NEVER, reloadEvery, NEVER));
    }

    private FleetNotifications listen(
            FleetListener to, Contact contact, DatabaseClock clock, FleetNotifications.Settings settings) {
        FleetNotifications notifications =
                new FleetNotifications(() -> open("listener"), here, to, contact, clock, settings);
        notifications.start();
        running.add(notifications::stop);
        return notifications;
    }

    private FleetAnnouncer announce(String instance) {
        FleetAnnouncer announcer = new FleetAnnouncer(() -> open("announcer"), instance, Duration.ofMillis(5));
        announcer.start();
        running.add(announcer::stop);
        return announcer;
    }

    private static Connection open(String purpose) throws SQLException {
        return database.database().open(purpose);
    }

    private List<Object> heard(int count) throws InterruptedException {
        List<Object> heard = new ArrayList<>();
        while (heard.size() < count) {
            heard.add(listener.next());
        }
        return heard;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    private static Instant databaseTime() {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT clock_timestamp()")
                        .mapTo(Instant.class)
                        .one());
    }

    private static void notifyPlain(String text) {
        database.jdbi().useHandle(handle -> handle.execute("SELECT pg_notify('drover_fleet', ?)", text));
    }

    private static void terminateConnections(String name) {
        database.jdbi()
                .useHandle(handle -> handle.createQuery(
                                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name")
                        .bind("name", name)
                        .mapTo(boolean.class)
                        .list());
    }

    /** Takes so long to reload that it is noticed. */
    private record Watched(CompletableFuture<FleetNotifications> notifications) implements FleetListener {

        @Override
        public void reload() {
            notifications.join().watch();
        }
    }

    /** Fails at its first reload. */
    private static final class FailingOnce implements FleetListener {

        private final FleetListener next;
        private final AtomicInteger reloads;

        FailingOnce(FleetListener next, AtomicInteger reloads) {
            this.next = next;
            this.reloads = reloads;
        }

        @Override
        public void reload() {
            if (reloads.incrementAndGet() == 1) {
                throw new IllegalStateException("the database is away");
            }
            next.reload();
        }
    }

    /** Takes its time over agents. */
    private record Hanging(CountDownLatch hangs, CountDownLatch goesOn) implements FleetListener {

        @Override
        public void agentsChanged(Set<String> ids) {
            hangs.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Another instance announces a change while it loads. */
    private static final class CommittingDuringReload implements FleetListener {

        @Override
        public void reload() {
            notifyPlain("[\"other\",1,[\"agent\",\"a1\"]]");
        }
    }
}
