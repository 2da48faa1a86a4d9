package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.database.DatabaseExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DecisionSweepIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final DecisionDao dao = database.jdbi().onDemand(DecisionDao.class);
    private final DecisionSweep sweep = new DecisionSweep(dao, 30);
    private LocalDate today = LocalDate.EPOCH;

    @BeforeEach
    void dropAll() {
        database.jdbi().useHandle(handle -> {
            today = handle.createQuery("SELECT clock_timestamp()")
                    .mapTo(Instant.class)
                    .one()
                    .atZone(ZoneOffset.UTC)
                    .toLocalDate();
            partitions().forEach(name -> handle.execute("DROP TABLE " + name));
            handle.execute("TRUNCATE decision_epoch");
        });
    }

    @Test
    void thereIsRoomFromYesterdayUntilThreeDaysAhead() {
        sweep.run();

        assertThat(partitions()).containsExactlyElementsOf(named(-1, 3, -1, 3));
    }

    @Test
    void wholeDaysAreDroppedAfterTheirTimeAndVerdictsADayLater() {
        dao.addDays(today.minusDays(40), today.plusDays(3));

        sweep.run();

        assertThat(partitions()).containsExactlyElementsOf(named(-30, 3, -31, 3));
    }

    @Test
    void epochsGoWithTheirVerdicts() {
        for (int age = 29; age < 34; age++) {
            dao.begin(today.minusDays(age).atStartOfDay(ZoneOffset.UTC).toInstant(), "n", "r", "{}");
        }

        sweep.run();

        assertThat(epochs())
                .containsExactly(
                        today.minusDays(31) + " 00:00:00+00",
                        today.minusDays(30) + " 00:00:00+00",
                        today.minusDays(29) + " 00:00:00+00");
    }

    @Test
    void severalInstancesMaySweepAtOnce() {
        dao.addDays(today.minusDays(35), today.minusDays(31));
        List<CompletableFuture<Integer>> made = new ArrayList<>();
        List<CompletableFuture<Integer>> dropped = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            made.add(CompletableFuture.supplyAsync(() -> dao.addDaysAhead(3)));
            dropped.add(CompletableFuture.supplyAsync(() -> dao.dropDays(30)));
        }

        assertThat(made.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(10);
        assertThat(dropped.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(9);
    }

    /** The reader has the second of the two tables, so that the first is held meanwhile. */
    @Test
    void whoReadsForLongKeepsNobodyElseWaitingLong() throws SQLException {
        dao.addDays(today.minusDays(35), today.minusDays(31));
        Duration longest = Duration.ZERO;
        try (Connection reader = database.dataSource().getConnection();
                Statement reading = reader.createStatement()) {
            reader.setAutoCommit(false);
            reading.execute("SELECT count(*) FROM verdict");
            CompletableFuture<Void> sweeping = CompletableFuture.runAsync(
                    () -> assertThatThrownBy(() -> dao.dropDays(30)).hasMessageContaining("lock timeout"));
            do {
                long began = System.nanoTime();
                dao.placed(List.of("some-decision"));
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                longest = took.compareTo(longest) > 0 ? took : longest;
            } while (!sweeping.isDone());
            sweeping.join();
            reader.rollback();
            reader.setAutoCommit(true);
        }

        assertThat(longest).isLessThan(Duration.ofMillis(1_500));
        assertThat(dao.dropDays(30)).isEqualTo(9);
    }

    @Test
    void sweepingAgainChangesNothing() {
        sweep.run();
        List<String> before = partitions();

        sweep.run();

        assertThat(partitions()).isEqualTo(before);
    }

    private List<String> named(int firstDecision, int lastDecision, int firstVerdict, int lastVerdict) {
        List<String> names = new ArrayList<>();
        for (int day = firstDecision; day <= lastDecision; day++) {
            names.add("decision_" + today.plusDays(day).toString().replace("-", ""));
        }
        for (int day = firstVerdict; day <= lastVerdict; day++) {
            names.add("verdict_" + today.plusDays(day).toString().replace("-", ""));
        }
        return names;
    }

    private static List<String> partitions() {
        return strings("SELECT inhrelid::regclass::text FROM pg_inherits"
                + " WHERE inhparent IN ('decision'::regclass, 'verdict'::regclass) ORDER BY 1");
    }

    private static List<String> epochs() {
        return strings("SELECT (epoch AT TIME ZONE 'UTC')::text || '+00' FROM decision_epoch ORDER BY epoch");
    }

    private static List<String> strings(String sql) {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery(sql.replace("::", "\\:\\:"))
                        .mapTo(String.class)
                        .list());
    }
}
