package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.database.DatabaseExtension;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(300)
class DecisionLogIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static CompiledRules rules;

    private final DecisionDao dao = database.jdbi().onDemand(DecisionDao.class);
    private final DecisionReader reader = new DecisionReader(dao, Domains.withoutAliases());

    @BeforeAll
    static void compile() throws Exception {
        rules = RandomFleet.rules();
    }

    @AfterAll
    static void dispose() {
        rules.close();
    }

    @BeforeEach
    void empty() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE decision, verdict, decision_epoch"));
    }

    @Test
    void storiesReadBackAreThoseMadeFromMemory() throws Exception {
        Instance instance = new Instance("node-1", 1, DecisionLogSettings.defaults());
        instance.log.start();
        Map<String, DecisionStory> told = instance.run(1_000, "d");
        instance.log.stop();

        assertThat(instance.log.counts().written()).isEqualTo(1_000);
        assertThat(instance.log.counts().withoutHosts()).isZero();
        assertThat(count("decision_epoch")).isEqualTo(3);
        told.forEach((id, story) -> assertThat(reader.story(id)).contains(story));
        assertThat(count("verdict"))
                .as("far fewer verdicts than hosts times decisions")
                .isLessThan(5_000);
    }

    @Test
    void whatIsReadBackDecidesTheSameAgain() throws Exception {
        Instance instance = new Instance("node-1", 2, DecisionLogSettings.defaults());
        instance.log.start();
        instance.run(150, "d");
        instance.log.stop();

        int[] replayed = {0};
        for (DecisionSummary summary : all()) {
            DecisionReader.Evidence evidence = reader.find(summary.decisionId()).orElseThrow();
            Decision before = evidence.record().decision();
            Question question = evidence.record().question();
            if (evidence.verdicts() != null && before != null && question != null) {
                try (FreshEngine engine = new FreshEngine(rules, Domains.withoutAliases()::same)) {
                    RandomFleet.fill(engine);
                    engine.put(evidence.record().settings().facts());
                    evidence.verdicts().forEach(verdict -> engine.put(verdict.agent()));
                    Decision again = engine.decide(question);
                    assertThat(again.outcome()).isEqualTo(before.outcome());
                    assertThat(again.exclusions()).isEqualTo(before.exclusions());
                    assertThat(engine.verdicts()).containsExactlyInAnyOrderElementsOf(evidence.verdicts());
                    replayed[0]++;
                }
            }
        }
        assertThat(replayed[0]).isGreaterThan(30);
    }

    @Test
    void whatIsToldAfterRecordsAndVerdictsWereLostIsStillRight() throws Exception {
        DecisionLogSettings small = new DecisionLogSettings(
                50,
                64L << 20,
                40,
                20,
                Duration.ofMillis(1),
                Duration.ofMillis(50),
                Duration.ofSeconds(10),
                Duration.ofHours(1));
        Instance instance = new Instance("node-1", 3, small);
        Map<String, DecisionStory> told = instance.run(200, "lost");
        assertThat(instance.log.counts().dropped()).isEqualTo(150);
        instance.log.start();
        told.putAll(instance.run(200, "kept"));
        instance.log.stop();

        DecisionLogCounts counts = instance.log.counts();
        assertThat(counts.written() + counts.dropped()).isEqualTo(400);
        assertThat(count("decision")).isEqualTo(Math.toIntExact(counts.written()));
        int[] withHosts = {0};
        int[] without = {0};
        for (DecisionSummary summary : all()) {
            DecisionStory story = reader.story(summary.decisionId()).orElseThrow();
            DecisionStory expected = told.get(summary.decisionId());
            if (story.hosts() == DecisionStory.Hosts.NOT_RECORDED) {
                without[0]++;
                assertThat(story.agents()).isEmpty();
            } else {
                withHosts[0]++;
                assertThat(story).isEqualTo(expected);
            }
        }
        assertThat(without[0]).isEqualTo(Math.toIntExact(counts.withoutHosts())).isPositive();
        assertThat(withHosts[0]).isGreaterThan(20);
    }

    @Test
    void decisionsMadeWhileTheDatabaseIsAwayAreWrittenWhenItIsBack() throws Exception {
        Instance instance = new Instance("node-1", 4, DecisionLogSettings.defaults());
        instance.log.start();
        database.jdbi().useHandle(handle -> handle.execute("ALTER TABLE decision RENAME TO decision_away"));
        Map<String, DecisionStory> told = instance.run(30, "d");
        until(() -> instance.log.counts().failures() >= 2);
        assertThat(instance.log.counts().written()).isZero();
        database.jdbi().useHandle(handle -> handle.execute("ALTER TABLE decision_away RENAME TO decision"));
        instance.log.stop();

        assertThat(instance.log.counts().dropped()).isZero();
        told.forEach((id, story) -> assertThat(reader.story(id)).contains(story));
    }

    @Test
    void whatWasWrittenAlreadyMayBeWrittenAgainWithMore() {
        SqlDecisionArchive archive = new SqlDecisionArchive(dao);
        Instant epoch = archive.begin(Records.NINE, "node-1", "r1", "{}");
        List<DecisionDao.VerdictRow> verdicts =
                List.of(new DecisionDao.VerdictRow("a1", 1, "{\"a\": \"tab\\tback\\\\slash\"}"), gone("a2", 2));
        List<DecisionDao.DecisionRow> decisions = List.of(row("d1", epoch), row("d2", null));
        archive.addVerdicts(epoch, verdicts.subList(0, 1));
        archive.addDecisions(decisions.subList(0, 1));

        archive.addVerdicts(epoch, verdicts);
        archive.addDecisions(decisions);

        assertThat(dao.verdicts(epoch, 1)).containsExactly(verdicts.get(0));
        assertThat(count("verdict")).isEqualTo(2);
        assertThat(dao.find("d1")).contains(decisions.get(0));
        assertThat(dao.find("d2")).contains(decisions.get(1));
    }

    private static DecisionDao.VerdictRow gone(String agentId, long version) {
        return new DecisionDao.VerdictRow(agentId, version, null);
    }

    private static DecisionDao.DecisionRow row(String id, @Nullable Instant epoch) {
        return new DecisionDao.DecisionRow(
                id,
                Records.NINE,
                "node-1",
                "o\\neil\tx",
                "",
                "placed",
                "",
                "a1",
                "lease",
                "f",
                "",
                "r1",
                epoch,
                7,
                1,
                2,
                3,
                "{\"name\": \"CORP\\\\o\"}");
    }

    @Test
    void twoInstancesRecordAtOnce() throws Exception {
        Instance one = new Instance("node-1", 5, DecisionLogSettings.defaults());
        Instance two = new Instance("node-2", 6, DecisionLogSettings.defaults());
        one.log.start();
        two.log.start();
        CompletableFuture<Map<String, DecisionStory>> first = CompletableFuture.supplyAsync(() -> one.run(200, "one"));
        CompletableFuture<Map<String, DecisionStory>> second = CompletableFuture.supplyAsync(() -> two.run(200, "two"));
        Map<String, DecisionStory> told = new LinkedHashMap<>(first.join());
        told.putAll(second.join());
        one.log.stop();
        two.log.stop();

        assertThat(count("decision")).isEqualTo(400);
        assertThat(count("decision_epoch")).as("none is shared").isEqualTo(2);
        told.forEach((id, story) -> assertThat(reader.story(id)).contains(story));
    }

    @Test
    void aPartitionThatWasDroppedMeanwhileIsMadeAgain() throws Exception {
        Instance instance = new Instance("node-1", 7, DecisionLogSettings.defaults());
        instance.log.start();
        instance.run(5, "first");
        until(() -> instance.log.counts().written() == 5);
        database.jdbi().useHandle(handle -> {
            handle.execute("DROP TABLE decision_20260302");
            handle.execute("DROP TABLE verdict_20260302");
        });
        instance.now = Records.NINE.plus(Duration.ofHours(2));
        Map<String, DecisionStory> told = instance.run(5, "second");
        instance.log.stop();

        assertThat(count("decision")).isEqualTo(5);
        told.forEach((id, story) -> assertThat(reader.story(id)).contains(story));
    }

    @Test
    void decisionsAreFoundByUserInAnySpellingAgentOutcomeAndTimeNewestFirst() throws Exception {
        Instance instance = new Instance("node-1", 8, DecisionLogSettings.defaults());
        instance.log.start();
        instance.run(300, "d");
        instance.log.stop();
        List<DecisionSummary> all = all();

        assertThat(all).hasSize(300).isSortedAccordingTo((a, b) -> b.at().compareTo(a.at()));
        assertThat(list(filter("carol@corp.example", null, null, null)))
                .isNotEmpty()
                .isEqualTo(list(filter("CORP\\Carol", null, null, null)))
                .isEqualTo(list(filter(" CAROL ", null, null, null)))
                .allMatch(one -> one.person().equals("carol"));
        assertThat(list(filter("OTHER\\carol", null, null, null))).isEmpty();
        assertThat(list(filter("corp\\alice", null, null, null)))
                .as("a name without a domain may be hers")
                .isNotEmpty();
        String chosen = all.stream()
                .map(DecisionSummary::agentId)
                .filter(agent -> !agent.isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(list(filter(null, chosen, null, null)))
                .isNotEmpty()
                .isEqualTo(
                        all.stream().filter(one -> one.agentId().equals(chosen)).toList());
        assertThat(list(new DecisionFilter(null, null, null, "no_eligible_host", null)))
                .isEqualTo(all.stream()
                        .filter(one -> one.code().equals("no_eligible_host"))
                        .toList());
        assertThat(list(filter(null, null, "failed", null)))
                .isNotEmpty()
                .allMatch(one -> one.outcome().equals("failed"));
        Instant since = all.get(99).at();
        assertThat(list(filter(null, null, null, since))).hasSize(100);
    }

    @Test
    void anUnknownDecisionIsNotFound() {
        assertThat(reader.story("nothing")).isEmpty();
    }

    private static DecisionFilter filter(
            @Nullable String user, @Nullable String agent, @Nullable String outcome, @Nullable Instant since) {
        return new DecisionFilter(user == null ? null : UserName.parse(user), agent, outcome, null, since);
    }

    private List<DecisionSummary> all() {
        return list(DecisionFilter.ALL);
    }

    private List<DecisionSummary> list(DecisionFilter filter) {
        int limit = 17;
        Page<DecisionSummary> page = reader.list(filter, new PageRequest(limit, Cursor.START));
        List<DecisionSummary> all = new ArrayList<>(page.items());
        while (page.next() != null) {
            assertThat(page.items()).hasSize(limit);
            page = reader.list(
                    filter, new PageRequest(limit, Cursor.of(page.next()).orElseThrow()));
            all.addAll(page.items());
        }
        return all;
    }

    private static void until(BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static int count(String table) {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM " + table)
                        .mapTo(Integer.class)
                        .one());
    }

    /** A broker instance with a fleet of its own. */
    private static final class Instance {
        private final String name;
        private final DecisionLog log;
        private final RandomFleet fleet;
        private Instant now = Records.NINE;

        Instance(String name, long seed, DecisionLogSettings settings) {
            this.name = name;
            log = new DecisionLog(database.jdbi().onDemand(DecisionDao.class), settings, name, () -> now);
            fleet = new RandomFleet(
                    rules, seed, log.journal(rules.revision(), rules.byName().values()));
            for (int i = 0; i < 30; i++) {
                fleet.change();
            }
        }

        /** Changes and decisions, ten seconds apart. Answers the stories as memory tells them. */
        Map<String, DecisionStory> run(int decisions, String prefix) {
            Map<String, DecisionStory> told = new LinkedHashMap<>();
            for (int i = 0; i < decisions; i++) {
                for (int change = 0; change < i % 4; change++) {
                    fleet.change();
                }
                String id = prefix + "-" + i;
                Question question = fleet.question();
                DecisionRecord record = Records.of(id, now, question, fleet.decide(question));
                told.put(id, DecisionStory.of(record, name, fleet.verdicts()));
                log.offer(record);
                now = now.plusSeconds(10);
            }
            return told;
        }
    }
}
