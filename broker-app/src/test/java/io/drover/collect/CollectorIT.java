package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.drover.DatabaseLink;
import io.drover.audit.AuditDao;
import io.drover.audit.AuditLog;
import io.drover.control.RandomTokens;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import io.drover.database.DatabaseExtension;
import io.drover.fleet.AgentDao;
import io.drover.fleet.AgentService;
import io.drover.fleet.BootConflicts;
import io.drover.fleet.FleetListeners;
import io.drover.fleet.FleetView;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatDao;
import io.drover.fleet.HeartbeatIntake;
import io.drover.fleet.HeartbeatWriter;
import io.drover.fleet.HostIdentities;
import io.drover.identity.Domains;
import io.drover.policy.SampleSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One instance that claims hosts and scrapes them. */
class CollectorIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration HOLD = Duration.ofMillis(1_500);
    private static final int AT_ONCE = 4;
    private static final int MANY = AT_ONCE + 2;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final BlockingQueue<Heartbeat> reported = new LinkedBlockingQueue<>();

    @BeforeEach
    void noHosts() {
        database.execute("TRUNCATE agent, heartbeat, lease, collector, collected_host, audit");
    }

    @Test
    void hostsAreScrapedOnWhileTheDatabaseIsAway() throws Exception {
        try (ServedExporter exporter = new ServedExporter();
                DatabaseLink link = DatabaseLink.to(database.url());
                Database reached = Database.start(
                        DatabaseConfig.at(link.url(), database.user(), database.password()), new MetricRegistry())) {
            exporter.says(() -> new ExporterText().toString());
            Files.writeString(
                    folder.resolve("hosts.yml"),
                    "hosts: { rds-01: { url: '%s', interval: 1s, timeout: 1s } }".formatted(exporter.url()));
            ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
            Collector collector = parts(reached.jdbi())
                    .collector(folder.resolve("hosts.yml"), Duration.ofSeconds(30), new Unheard(), timer, timer, HOLD);
            collector.start();
            next();
            Instant last = next(); // from the second on, who the host is need not be asked of the database

            link.cut();

            Instant claimsAreOver = last.plus(HOLD).plusSeconds(2);
            while (last.isBefore(claimsAreOver)) {
                last = next();
            }
            collector.stop();
            timer.shutdownNow();
        }
    }

    private Instant next() throws InterruptedException {
        Heartbeat next = reported.poll(15, TimeUnit.SECONDS);
        assertThat(next).as("reported within 15 s").isNotNull();
        return next.receivedAt();
    }

    private CollectorParts parts(Jdbi jdbi) {
        AgentDao agents = jdbi.onDemand(AgentDao.class);
        HeartbeatIntake intake = new HeartbeatIntake(
                new HostIdentities(agents, ids -> {}),
                new BootConflicts(agents, new AuditLog(jdbi.onDemand(AuditDao.class))),
                id -> Optional.empty(),
                reported::add,
                new HeartbeatWriter(jdbi.onDemand(HeartbeatDao.class), ids -> {}, HeartbeatWriter.Settings.USUAL),
                InstantSource.system());
        return new CollectorParts(
                intake,
                new FleetView(SampleSettings.PLACEMENT, Domains.withoutAliases(), InstantSource.system()),
                service(agents),
                jdbi.onDemand(CollectorDao.class),
                ids -> {},
                new RandomTokens(),
                "here",
                InstantSource.system(),
                () -> true);
    }

    private static AgentService service(AgentDao agents) {
        return new AgentService(
                agents, new FleetListeners(), id -> Map.of(), new RandomTokens(), InstantSource.system());
    }

    /** The claims would run out while many hosts are given something else at once. */
    @Test
    void aTurnChangesOnlySoManyHosts() {
        HostClaims claims = claims();
        assertThat(claims.renew(hosts("office", List.of()))).hasSize(AT_ONCE);
        assertThat(claims.renew(hosts("office", List.of()))).hasSize(MANY);

        assertThat(claims.renew(hosts("erp", List.of()))).hasSize(MANY);
        assertThat(given("erp")).isEqualTo(AT_ONCE);
        claims.renew(hosts("erp", List.of()));
        assertThat(given("erp")).isEqualTo(MANY);
    }

    @Test
    void hostsThatAreRefusedWhatTheFileSaysBarNoOthers() {
        HostClaims claims = claims();
        claims.renew(hosts("office", List.of()));
        claims.renew(hosts("office", List.of()));

        claims.renew(hosts("erp", List.of("no id")));
        claims.renew(hosts("erp", List.of("no id")));

        assertThat(given("erp")).isEqualTo(MANY - AT_ONCE);
    }

    private static HostClaims claims() {
        Jdbi jdbi = database.jdbi();
        return new HostClaims(
                jdbi.onDemand(CollectorDao.class),
                service(jdbi.onDemand(AgentDao.class)),
                ids -> {},
                new RandomTokens(),
                "here",
                Duration.ofMinutes(1),
                AT_ONCE);
    }

    /** The farms are those of the first four only. */
    private static List<CollectedHost> hosts(String role, List<String> farms) {
        return IntStream.range(0, MANY)
                .mapToObj(i -> new CollectedHost(
                        "rds-%03d".formatted(i),
                        new CollectedHost.Settings(
                                "10.0.0.1", null, i < AT_ONCE ? farms : List.of(), Map.of("role", role)),
                        new ScrapedTarget(
                                URI.create("http://10.0.0.1:9182/metrics"),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(5),
                                "",
                                "")))
                .toList();
    }

    private static int given(String role) {
        return database.query("SELECT name FROM collected_host WHERE settings -> 'tags' ->> 'role' = '" + role + "'")
                .size();
    }

    private static final class Unheard implements ScrapeListener {

        @Override
        public void scraped(ScrapeOutcome outcome, Duration took) {}

        @Override
        public void looked(int held, int hosts, boolean refused) {}
    }
}
