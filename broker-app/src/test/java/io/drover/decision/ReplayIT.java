package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.dropwizard.jackson.Jackson;
import io.drover.control.Cursor;
import io.drover.database.DatabaseExtension;
import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDao.VerdictRow;
import io.drover.decision.Recording.Recorded;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.Question;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.RuleCompiler;
import io.drover.replay.Capture;
import io.drover.replay.Change;
import io.drover.replay.Replay;
import io.drover.replay.ReplayReport;
import io.drover.replay.ReplayReport.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random decisions on a random fleet, recorded in a real database, read back and decided again. */
class ReplayIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int DECISIONS = 1_000;
    private static final int PAGE = 700;

    private static final ObjectMapper json =
            Jackson.newObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    @SuppressWarnings("NullAway.Init")
    private static CompiledRules rules;

    @SuppressWarnings("NullAway.Init")
    private static DecisionDao dao;

    private static Instant now = Records.NINE;

    @BeforeAll
    static void record() throws Exception {
        rules = RandomFleet.rules();
        dao = database.jdbi().onDemand(DecisionDao.class);
        dao.addDays(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 4));
        DecisionLogSettings settings = new DecisionLogSettings(
                DECISIONS + 1,
                64L << 20,
                500_000,
                500,
                Duration.ofMillis(1),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                Duration.ofHours(1));
        DecisionLog log = new DecisionLog(dao, settings, "node", () -> now);
        try (RandomFleet fleet = new RandomFleet(
                rules, 11, log.journal(rules.revision(), rules.byName().values()))) {
            for (int i = 0; i < DECISIONS; i++) {
                for (int change = 0; change < i % 4; change++) {
                    fleet.change();
                }
                if (i % 50 == 49) {
                    fleet.reshape();
                }
                Question question = fleet.question();
                log.offer(Records.of("r-" + i, now, question, fleet.decide(question)));
                now = now.plusSeconds(10);
            }
        }
        log.offer(Records.failed("r-failed", now));
        log.start();
        log.stop();
    }

    @AfterAll
    static void close() {
        rules.close();
    }

    @Test
    void theSameRulesDecideTheSameThousandsOfTimes() {
        ReplayReport report = replay(rules);

        assertThat(report.groups()).isEmpty();
        assertThat(report.decided()).isEqualTo(DECISIONS);
        assertThat(report.skipped()).isEqualTo(1);
    }

    @Test
    void otherRulesAreToldByWhatTheyChange() throws BrokenRulesException {
        SortedMap<String, String> files =
                new TreeMap<>(RuleSource.read(Path.of("..", "rules")).files());
        files.put("author.drl", """
                package drover
                import io.drover.policy.fact.*
                rule "The vault is closed" @id("vault-closed") @stage(filter) @doc("Zone vault.")
                when $agent : Agent( zone == "vault" )
                then $agent.exclude( "vault-closed", Bars.NEW_SESSION, "closed" ); end
                rule "The hall is nicer" @id("hall") @stage(score) @doc("Zone hall.")
                when $agent : Agent( zone == "hall" )
                then $agent.score( "hall", 300 ); end
                """);
        try (CompiledRules other = new RuleCompiler(false).compile(new RuleSource(files))) {
            ReplayReport report = replay(other);

            assertThat(report.changed()).isBetween(100, DECISIONS - 100);
            assertThat(report.groups())
                    .extracting(ReplayReport.Group::cause)
                    .contains(
                            "rule vault-closed (custom:vault-closed) excludes",
                            "score term hall of rule hall",
                            "score term gpu for cad of rule gpu-for-cad");
            assertThat(report.groups()).allSatisfy(group -> {
                assertThat(group.samples()).hasSize(Math.min(5, group.count()));
                Sample sample = group.samples().get(0);
                assertThat(sample.decisionId()).startsWith("r-");
                assertThat(sample.beforeAgentId() == null).isEqualTo(group.kind() == Change.Kind.NOW_PLACED);
            });
            assertThat(report.groups())
                    .filteredOn(group -> group.kind() == Change.Kind.OTHER_HOST)
                    .allSatisfy(group -> {
                        Sample sample = group.samples().get(0);
                        assertThat(sample.before()).startsWith(sample.beforeAgentId() + ".corp.example (");
                        assertThat(sample.after()).startsWith(sample.afterAgentId() + ".corp.example (");
                    });
            assertThat(report.groups()).extracting(ReplayReport.Group::kind).contains(Change.Kind.OTHER_HOST);
        }
    }

    @Test
    void aCandidateThatFailsIsAChangeAndNoEnd() throws BrokenRulesException {
        SortedMap<String, String> files =
                new TreeMap<>(RuleSource.read(Path.of("..", "rules")).files());
        files.put("author.drl", """
                package drover
                import io.drover.policy.fact.*
                rule "Fails for CAD" @id("fails") @stage(score) @doc("Fails.")
                when Request( groups contains "cad" ) $agent : Agent()
                then $agent.score( "x", 1.0 / 0 ); end
                """);
        try (CompiledRules other = new RuleCompiler(false).compile(new RuleSource(files))) {
            ReplayReport report = replay(other);

            assertThat(report.decided()).isEqualTo(DECISIONS);
            assertThat(report.groups().stream().map(ReplayReport.Group::kind)).contains(Change.Kind.NOW_FAILED);
        }
    }

    @Test
    void decisionsBecomeScenariosThatPass() throws Exception {
        int captured = 0;
        List<String> missed = new ArrayList<>();
        Capture capture = new Capture(RandomFleet.source(), false);
        for (DecisionRow row : dao.records(Instant.EPOCH, Cursor.START.at(), "", 120)) {
            Recorded recorded = Recorded.of(told(RecordsResource.Recorded.of(row)));
            if (!Replay.isReplayable(recorded) || !isOrdinary(recorded.record())) {
                continue;
            }
            RecordedFleet fleet = recording(Objects.requireNonNull(recorded.epoch()), List.of(recorded))
                    .upTo(recorded.version());
            Capture.Captured made = capture.of(recorded.record(), fleet);
            if (made.failures().isEmpty()) {
                captured++;
                assertThat(made.text()).doesNotContain("corp", "bob", "carol", "host-1.");
            } else if (fleet.verdicts().stream()
                    .noneMatch(verdict -> verdict.agent().failedUsers() > 0)) {
                missed.add(recorded.record().id() + ": " + made.failures());
            }
        }
        assertThat(missed).isEmpty();
        assertThat(captured).isGreaterThan(20);
    }

    /** What a scenario can say: no picks by chance, no failed connections, sessions that their hosts count. */
    private static boolean isOrdinary(DecisionRecord record) {
        Question question = Objects.requireNonNull(record.question());
        return question.failedAgents().isEmpty()
                && question.sessions().isEmpty()
                && question.leases().isEmpty()
                && Objects.requireNonNull(record.decision()).rules().stream()
                        .noneMatch(rule -> rule.id().contains("jitter"));
    }

    private static ReplayReport replay(CompiledRules candidate) {
        Replay replay = new Replay(candidate);
        List<Recorded> all = new ArrayList<>();
        Cursor after = Cursor.START;
        List<DecisionRow> page;
        do {
            page = dao.records(Instant.EPOCH, after.at(), after.id(), PAGE);
            for (DecisionRow row : page) {
                all.add(Recorded.of(told(RecordsResource.Recorded.of(row))));
                after = new Cursor(row.at(), row.decisionId());
            }
        } while (page.size() == PAGE);
        Map<String, List<Recorded>> byEpoch = all.stream()
                .filter(Replay::isReplayable)
                .collect(Collectors.groupingBy(recorded -> Objects.requireNonNull(recorded.epoch())));
        replay.report()
                .skip(all.size()
                        - byEpoch.values().stream().mapToInt(List::size).sum());
        byEpoch.forEach((epoch, decisions) -> replay.run(decisions, recording(epoch, decisions)));
        return replay.report();
    }

    /** As the answer of the resource reads. */
    private static JsonNode told(Object item) {
        try {
            return json.readTree(json.writeValueAsString(item));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads in small pages. */
    private static Recording recording(String epoch, List<Recorded> decisions) {
        long from = decisions.stream().mapToLong(Recorded::version).min().orElseThrow();
        long to = decisions.stream().mapToLong(Recorded::version).max().orElseThrow();
        List<JsonNode> facts = new ArrayList<>();
        String afterId = "";
        long afterVersion = -1;
        List<VerdictRow> page;
        do {
            page = dao.facts(Instant.parse(epoch), from, to, afterId, afterVersion, PAGE);
            for (VerdictRow row : page) {
                facts.add(told(new RecordsResource.Fact(row.agentId(), row.version(), row.verdict())));
                afterId = row.agentId();
                afterVersion = row.version();
            }
        } while (page.size() == PAGE);
        return new Recording(facts);
    }
}
