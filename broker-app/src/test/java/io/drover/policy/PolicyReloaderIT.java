package io.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.control.Actor;
import io.drover.policy.PolicyStatus.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules on disk that are edited, broken, mended, moved away and brought back while they serve. */
class PolicyReloaderIT {

    private static final Actor ADA = Actor.operator("ada");

    @TempDir
    Path home;

    private final PlacingTarget target = new PlacingTarget();
    private final Heard heard = new Heard();
    private final MemoryShelf shelf = new MemoryShelf();
    private final PickyGate gate = new PickyGate();
    private RuleFolder rules;
    private PolicyReloader reloader;

    @BeforeEach
    void prepare() {
        rules = RuleFolder.in(home);
        reloader = reloader(true);
    }

    @AfterEach
    void close() throws IOException {
        reloader.stop();
        target.close();
    }

    @Test
    void theRulesOfTheFolderServeFromTheStart() throws Exception {
        reloader.start();
        PolicyStatus status = reloader.status();
        assertThat(target.place()).isEqualTo("a");
        assertThat(status.revision()).isEqualTo(RuleSource.read(rules.path()).revision());
        assertThat(status.files()).containsExactly("base.drl", "prefer.drl");
        assertThat(status.rules()).extracting(RuleRef::id).containsExactly("whole-fleet", "no-farm", "preferred");
        assertThat(status.origin()).isEqualTo(Origin.FOLDER);
        assertThat(status.degraded()).isFalse();
    }

    @Test
    void anEditServesWithoutBeingAsked() throws Exception {
        reloader.start();
        String before = reloader.status().revision();
        heard.skip();
        rules.prefer("b");
        assertThat(heard.next()).startsWith("installed").doesNotContain(before);
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void brokenRulesAreRefusedWithTheirPlaceWhileTheFormerOnesServe() throws Exception {
        reloader.start();
        heard.skip();
        PolicyStatus before = reloader.status();
        rules.write("prefer.drl", RuleFolder.preferring("b").replace("id ==", "idd =="));
        assertThat(heard.next()).startsWith("refused");
        PolicyStatus refused = reloader.status();
        assertThat(refused.degraded()).isTrue();
        assertThat(refused.revision()).isEqualTo(before.revision());
        assertThat(refused.since()).isEqualTo(before.since());
        assertThat(refused.problems())
                .containsExactly(new RuleProblem(
                        "prefer.drl", 5, 21, "unknown-property", "Agent has no property idd", "did you mean id?"));
        assertThat(target.place()).isEqualTo("a");

        rules.prefer("c");
        assertThat(heard.next()).startsWith("installed");
        assertThat(reloader.status().degraded()).isFalse();
        assertThat(target.place()).isEqualTo("c");
    }

    @Test
    void anEditThatIsTakenBackMendsTheStatusWithoutAnotherRevision() throws Exception {
        reloader.start();
        heard.skip();
        PolicyStatus before = reloader.status();
        rules.write("prefer.drl", "nonsense");
        assertThat(heard.next()).startsWith("refused");
        rules.prefer("a");
        assertThat(heard.next()).isEqualTo("mended " + before.revision());
        assertThat(reloader.status().since()).isEqualTo(before.since());
        assertThat(reloader.status().degraded()).isFalse();
    }

    @Test
    void anEditorThatWritesBesideAndMovesOverIsNoticed() throws Exception {
        reloader.start();
        heard.skip();
        rules.replace("prefer.drl", RuleFolder.preferring("b"));
        assertThat(heard.next()).startsWith("installed");
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void newFoldersAndDeletedFilesCount() throws Exception {
        reloader.start();
        heard.skip();
        Files.createDirectories(rules.path().resolve("site"));
        rules.delete("prefer.drl");
        rules.write("site/ours.drl", RuleFolder.preferring("c"));
        heard.awaitInstalled(RuleSource.read(rules.path()).revision());
        assertThat(target.place()).isEqualTo("c");
        rules.replace("site/ours.drl", RuleFolder.preferring("b"));
        heard.awaitInstalled(RuleSource.read(rules.path()).revision());
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void rulesBehindALinkCountAndALinkInACircleIsTold() throws Exception {
        reloader = reloader(false);
        reloader.start();
        Path site = Files.createDirectories(home.resolve("site"));
        rules.delete("prefer.drl");
        new RuleFolder(site).prefer("b");
        Files.createSymbolicLink(rules.path().resolve("ours"), site);
        assertThat(reloader.reload(ADA).files()).containsExactly("base.drl", "ours/prefer.drl");
        assertThat(target.place()).isEqualTo("b");

        Files.createSymbolicLink(site.resolve("again"), site);
        assertThat(reloader.reload(ADA).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith("cannot read the rules in "));
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void aFolderThatIsMovedAwayChangesNothingAndComesBack() throws Exception {
        reloader.start();
        heard.skip();
        Path away = home.resolve("away");
        RuleFolder.move(rules.path(), away);
        assertThat(heard.next()).startsWith("refused");
        assertThat(reloader.status().problems())
                .extracting(RuleProblem::message)
                .containsExactly("there is no " + rules.path());
        assertThat(target.place()).isEqualTo("a");

        new RuleFolder(away).prefer("b");
        RuleFolder.move(away, rules.path());
        assertThat(heard.next()).startsWith("installed");
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void anEmptyFolderIsRefused() throws Exception {
        reloader.start();
        heard.skip();
        rules.delete("prefer.drl");
        rules.delete("base.drl");
        assertThat(heard.next()).startsWith("refused");
        assertThat(target.place()).isEqualTo("a");
    }

    @Test
    void aBurstOfSavesIsLoadedOnceItIsOver() throws Exception {
        reloader.start();
        heard.skip();
        for (int i = 0; i < 100; i++) {
            rules.prefer(i % 2 == 0 ? "b" : "c");
        }
        String last = RuleSource.read(rules.path()).revision();
        List<String> events = heard.awaitInstalled(last);
        assertThat(events.size()).isBetween(1, 10);
        assertThat(target.place()).isEqualTo("c");
    }

    @Test
    void aLookThatFailsIsShownAndTheNextOneTriesAgain() throws Exception {
        reloader.load();
        rules.prefer("b");
        gate.fail(new IllegalStateException("no room"));
        heard.skip();
        reloader.look();
        reloader.look();
        assertThat(heard.next()).startsWith("refused");
        assertThat(reloader.status().degraded()).isTrue();
        assertThat(reloader.status().problems())
                .extracting(RuleProblem::message)
                .containsExactly("the rules could not be looked at: java.lang.IllegalStateException: no room");
        assertThat(target.place()).isEqualTo("a");

        gate.fail(null);
        reloader.look();
        assertThat(heard.next()).startsWith("installed");
        assertThat(target.place()).isEqualTo("b");
        assertThat(reloader.status().degraded()).isFalse();
    }

    @Test
    void aLookThatFailsAndThenFindsNothingNewIsOvercome() throws Exception {
        reloader.load();
        PolicyStatus before = reloader.status();
        gate.failToTell(new IllegalStateException("no room"));
        gate.refuse("preferring b is wrong", "\"b\"");
        rules.prefer("b");
        heard.skip();
        reloader.look();
        assertThat(heard.next()).startsWith("refused");
        assertThat(reloader.status().problems()).hasSize(1);

        gate.failToTell(null);
        rules.prefer("a");
        reloader.look();
        assertThat(heard.next()).startsWith("mended");
        assertThat(reloader.status().degraded()).isFalse();
        assertThat(reloader.status().since()).isEqualTo(before.since());
    }

    @Test
    void aLookThatFailedLeavesWhatWasRefusedBeforeAsItWas() throws Exception {
        reloader.load();
        gate.refuse("preferring b is wrong", "\"b\"");
        rules.prefer("b");
        reloader.look();
        PolicyStatus refused = reloader.status();
        gate.failToTell(new IllegalStateException("no room"));
        reloader.look();
        assertThat(reloader.status().failures()).isEmpty();
        assertThat(reloader.status().problems()).hasSize(1);

        gate.failToTell(null);
        reloader.look();
        assertThat(reloader.status()).isEqualTo(refused);
    }

    @Test
    void rulesThatOverflowTheSuitesAreRefused() throws Exception {
        reloader.load();
        rules.prefer("b");
        gate.fail(new StackOverflowError());
        assertThat(reloader.check().problems())
                .extracting(RuleProblem::message)
                .containsExactly("the suites could not be run: java.lang.StackOverflowError");
        assertThat(reloader.reload(ADA).isRefused()).isTrue();
        assertThat(target.place()).isEqualTo("a");
    }

    @Test
    void aSubfolderThatCannotBeReadStopsNoLook() throws Exception {
        reloader.start();
        heard.skip();
        Path upper = deep(home.resolve("upper"));
        Path lower = home.resolve("lower");
        deep(lower);
        try {
            RuleFolder.move(lower, upper.resolve("lower"));
            RuleFolder.move(home.resolve("upper"), rules.path().resolve("upper"));
            assertThat(heard.next()).startsWith("refused");
            assertThat(reloader.status().degraded()).isTrue();
        } finally {
            RuleFolder.move(rules.path().resolve("upper"), home.resolve("upper"));
            RuleFolder.move(upper.resolve("lower"), lower);
        }
        rules.prefer("b");
        heard.awaitInstalled(RuleSource.read(rules.path()).revision());
        assertThat(target.place()).isEqualTo("b");
    }

    /** A chain of folders that can be read; two of them, one within the other, make a path too long for the system. */
    private static Path deep(Path start) throws IOException {
        Path path = start;
        while (path.toString().length() < 2500) {
            path = path.resolve("d".repeat(200));
        }
        return Files.createDirectories(path);
    }

    @Test
    void withoutWatchingNothingChangesUntilAsked() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.prefer("b");
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.reload(ADA).degraded()).isFalse();
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void rulesThatFailOnTheFleetAreRefusedByTheRulesPlace() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.addFailing();
        PolicyStatus refused = reloader.reload(ADA);
        assertThat(refused.problems()).singleElement().satisfies(p -> {
            assertThat(p.file()).isEqualTo("failing.drl");
            assertThat(p.line()).isEqualTo(3);
            assertThat(p.message()).contains("rule fails (failing.drl:3) failed: score \"x\" of agent a is Infinity");
        });
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.reload(ADA).problems()).isEqualTo(refused.problems());
    }

    @Test
    void aStartWithBrokenRulesServesThoseThatServedLast() throws Exception {
        reloader.start();
        rules.prefer("b");
        heard.awaitInstalled(RuleSource.read(rules.path()).revision());
        reloader.stop();
        String served = reloader.status().revision();
        rules.write("prefer.drl", "nonsense");

        PolicyReloader restarted = reloader(false);
        restarted.start();
        assertThat(target.place()).isEqualTo("b");
        PolicyStatus status = restarted.status();
        assertThat(status.revision()).isEqualTo(served);
        assertThat(status.origin()).isEqualTo(Origin.LAST_GOOD);
        assertThat(status.degraded()).isTrue();
        assertThat(status.problems()).extracting(RuleProblem::file).containsExactly("prefer.drl");

        rules.prefer("c");
        assertThat(restarted.reload(ADA).origin()).isEqualTo(Origin.FOLDER);
        assertThat(target.place()).isEqualTo("c");
    }

    @Test
    void aFirstStartWithBrokenRulesFails() {
        rules.write("prefer.drl", "nonsense");
        assertThatThrownBy(reloader::start)
                .isInstanceOf(BrokenRulesException.class)
                .hasMessageStartingWith("prefer.drl:1:");
        assertThatThrownBy(reloader::status).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCopyThatWasChangedIsNoCopy() throws Exception {
        reloader.start();
        reloader.stop();
        Path copy = home.resolve("copies").resolve(reloader.status().revision()).resolve("prefer.drl");
        Files.writeString(copy, RuleFolder.preferring("c"));
        rules.write("prefer.drl", "nonsense");
        shelf.forget();
        assertThatThrownBy(reloader(false)::start).isInstanceOf(BrokenRulesException.class);
    }

    @Test
    void aFileThatIsNotUtf8IsNamed() throws Exception {
        reloader = reloader(false);
        reloader.start();
        Files.write(rules.path().resolve("latin.drl"), new byte[] {'/', '/', (byte) 0xe4, '\n'});
        assertThat(reloader.reload(ADA).problems().get(0).message()).contains("latin.drl is not UTF-8");
    }

    @Test
    void changedRulesThatFailASuiteAreRefusedUntilTheSuiteOrTheRulesChange() throws Exception {
        reloader.start();
        String before = reloader.status().revision();
        heard.skip();
        gate.refuse("preferring b is wrong", "\"b\"");
        rules.prefer("b");
        assertThat(heard.next()).isEqualTo("refused " + before);
        PolicyStatus refused = reloader.status();
        assertThat(refused.problems()).isEmpty();
        assertThat(refused.failures()).extracting(ScenarioFailure::message).containsExactly("preferring b is wrong");
        assertThat(refused.degraded()).isTrue();
        assertThat(refused.folderRevision())
                .isEqualTo(RuleSource.read(rules.path()).revision())
                .isNotEqualTo(before);
        assertThat(target.place()).isEqualTo("a");

        reloader.look();
        assertThat(gate.examined()).isEqualTo(2);
        gate.refuse("", "");
        reloader.look();
        assertThat(reloader.status().degraded()).isFalse();
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void theRulesThatDecidedAlreadyAreNotTriedAgainAtAStart() throws Exception {
        reloader.start();
        reloader.stop();
        assertThat(gate.examined()).isEqualTo(1);

        PolicyReloader restarted = reloader(false);
        restarted.start();
        assertThat(gate.examined()).isEqualTo(1);

        restarted.stop();
        rules.prefer("b");
        gate.refuse("preferring b is wrong", "\"b\"");
        PolicyReloader changed = reloader(false);
        changed.start();
        assertThat(target.place()).isEqualTo("a");
        assertThat(changed.status().origin()).isEqualTo(Origin.LAST_GOOD);
    }

    @Test
    void aFirstStartWithRulesThatFailASuiteFails() {
        gate.refuse("preferring a is wrong", "\"a\"");
        assertThatThrownBy(reloader::start)
                .isInstanceOf(BrokenRulesException.class)
                .hasMessageContaining("is wrong");
    }

    @Test
    void aCheckTellsAllAndChangesNothing() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.prefer("b");
        assertThat(reloader.check().good()).isTrue();
        gate.refuse("preferring b is wrong", "\"b\"");
        assertThat(reloader.check().failures()).hasSize(1);
        rules.write("prefer.drl", "nonsense");
        PolicyCheck broken = reloader.check();
        assertThat(broken.good()).isFalse();
        assertThat(broken.problems()).extracting(RuleProblem::file).containsExactly("prefer.drl");
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.status().degraded()).isFalse();
    }

    @Test
    void aRollbackHoldsThroughARestartUntilTheFolderChanges() throws Exception {
        reloader = reloader(false);
        reloader.start();
        String first = reloader.status().revision();
        rules.prefer("b");
        reloader.reload(ADA);
        String second = reloader.status().revision();

        PolicyStatus back = reloader.rollback(ADA, null);
        assertThat(back.revision()).isEqualTo(first);
        assertThat(back.origin()).isEqualTo(Origin.ROLLBACK);
        assertThat(back.by()).isEqualTo(ADA);
        assertThat(back.degraded()).isTrue();
        assertThat(back.folderRevision()).isEqualTo(second);
        assertThat(target.place()).isEqualTo("a");

        reloader = reloader(true);
        heard.skip();
        reloader.start();
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.status().origin()).isEqualTo(Origin.ROLLBACK);
        heard.skip();
        rules.prefer("c");
        assertThat(heard.next()).startsWith("installed");
        assertThat(target.place()).isEqualTo("c");
        assertThat(reloader.status().degraded()).isFalse();
    }

    @Test
    void aReloadEndsARollback() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.prefer("b");
        reloader.reload(ADA);
        reloader.rollback(ADA, null);
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.reload(ADA).origin()).isEqualTo(Origin.FOLDER);
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void rollingBackAgainGoesFurtherBackAndNeverToAndFro() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.prefer("b");
        String second = reloader.reload(ADA).revision();
        rules.prefer("c");
        reloader.reload(ADA);

        assertThat(reloader.rollback(ADA, null).revision()).isEqualTo(second);
        reloader.rollback(ADA, null);
        assertThat(target.place()).isEqualTo("a");
        assertThatThrownBy(() -> reloader.rollback(ADA, null)).isInstanceOf(NoSuchRevisionException.class);
        assertThat(reloader.rollback(ADA, second).revision()).isEqualTo(second);
        assertThatThrownBy(() -> reloader.rollback(ADA, second)).hasMessageContaining("decides already");
        assertThatThrownBy(() -> reloader.rollback(ADA, "000000000000")).hasMessageContaining("are kept");
    }

    @Test
    void otherInstancesFollowARollbackAndItsEnd() throws Exception {
        PolicyReloader other = reloader(false);
        other.start();
        String first = other.status().revision();
        rules.prefer("b");
        String second = other.reload(ADA).revision();
        reloader = reloader(false);
        reloader.start();
        assertThat(reloader.status().revision()).isEqualTo(second);

        other.rollback(ADA, null);
        reloader.look();
        assertThat(reloader.status().revision()).isEqualTo(first);
        assertThat(reloader.status().by()).isEqualTo(ADA);

        other.reload(ADA);
        reloader.look();
        assertThat(reloader.status().revision()).isEqualTo(second);
        assertThat(reloader.status().degraded()).isFalse();
        other.stop();
    }

    @Test
    void aRollbackThatCannotBeKeptChangesNothing() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.prefer("b");
        reloader.reload(ADA);
        shelf.goAway();
        assertThatThrownBy(() -> reloader.rollback(ADA, null)).hasMessage("away");
        assertThat(target.place()).isEqualTo("b");
        assertThat(reloader.status().degraded()).isFalse();
    }

    @Test
    void aRollbackThatIsRefusedLeavesTheOneBeforeItInForce() throws Exception {
        reloader = reloader(false);
        reloader.start();
        String first = reloader.status().revision();
        rules.addFailing();
        RuleSource failing = RuleSource.read(rules.path());
        shelf.keep(failing, ADA);
        rules.delete("failing.drl");
        rules.prefer("b");
        reloader.reload(ADA);
        reloader.rollback(ADA, first);

        assertThatThrownBy(() -> reloader.rollback(ADA, failing.revision())).isInstanceOf(BrokenRulesException.class);
        reloader.look();

        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.status().origin()).isEqualTo(Origin.ROLLBACK);
        assertThat(shelf.latest().orElseThrow().revision()).isEqualTo(first);
    }

    /** Rules are rolled out to one instance after the other. */
    @Test
    void aRevisionThatWasWithdrawnElsewhereDoesNotDecideWhereItComesLater() throws Exception {
        reloader.load();
        RuleSource first = RuleSource.read(rules.path());
        rules.prefer("b");
        RuleSource second = RuleSource.read(rules.path());
        shelf.hold(second.revision(), second.revision(), first, ADA);

        reloader.look();
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.status().origin()).isEqualTo(Origin.ROLLBACK);
        assertThat(reloader.status().folderRevision()).isEqualTo(second.revision());

        assertThat(reloader.reload(ADA).origin()).isEqualTo(Origin.FOLDER);
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void anInstanceThatCannotLoadTheSharedRulesTakesItsOwnCopy() throws Exception {
        reloader.start();
        reloader.stop();
        shelf.keep(new RuleSource(new TreeMap<>(Map.of("newer.drl", "of a newer build"))), ADA);
        rules.write("prefer.drl", "nonsense");
        PolicyReloader older = reloader(false);
        older.start();
        assertThat(target.place()).isEqualTo("a");
        assertThat(older.status().origin()).isEqualTo(Origin.LAST_GOOD);
    }

    @Test
    void anInstanceWithoutACopyOfItsOwnTakesTheSharedOne() throws Exception {
        reloader.start();
        reloader.stop();
        RuleFolder.move(home.resolve("copies"), home.resolve("lost"));
        rules.write("prefer.drl", "nonsense");
        PolicyReloader fresh = reloader(false);
        fresh.start();
        assertThat(target.place()).isEqualTo("a");
        assertThat(fresh.status().origin()).isEqualTo(Origin.LAST_GOOD);
    }

    private PolicyReloader reloader(boolean watching) {
        return new PolicyReloader(
                PolicyConfig.of(rules.path(), watching, null, null),
                home.resolve("copies"),
                new RuleLoader(false),
                gate,
                target,
                shelf,
                heard,
                InstantSource.system());
    }

    /** Refuses rules that have a word in them. */
    private static final class PickyGate implements PolicyGate {

        private String message = "";
        private String word = "";
        private int examined;
        private @Nullable Throwable fault;
        private @Nullable RuntimeException untold;

        /** Fails from now on; null ends that. */
        synchronized void fail(@Nullable Throwable with) {
            fault = with;
        }

        /** Fails to tell its fingerprint from now on; null ends that. */
        synchronized void failToTell(@Nullable RuntimeException with) {
            untold = with;
        }

        synchronized void refuse(String because, String ofWord) {
            message = because;
            word = ofWord;
        }

        synchronized int examined() {
            return examined;
        }

        @Override
        public synchronized Examination examine(RuleSource source) {
            examined++;
            if (fault instanceof Error error) {
                throw error;
            } else if (fault instanceof RuntimeException exception) {
                throw exception;
            }
            boolean bad = !word.isEmpty() && source.files().values().stream().anyMatch(text -> text.contains(word));
            return bad
                    ? new Examination(0, 0, List.of(new ScenarioFailure("s", "x.scenarios.yml", 3, message, "")))
                    : new Examination(1, 0, List.of());
        }

        @Override
        public synchronized String fingerprint() {
            if (untold != null) {
                throw untold;
            }
            return word;
        }
    }

    private static final class Heard implements PolicyListener {

        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public void installed(PolicyStatus status, String before, Duration took) {
            events.add("installed " + status.revision());
        }

        @Override
        public void mended(PolicyStatus status) {
            events.add("mended " + status.revision());
        }

        @Override
        public void refused(PolicyStatus status, Actor who) {
            events.add("refused " + status.revision());
        }

        void skip() {
            events.clear();
        }

        String next() throws InterruptedException {
            return Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS), "nothing happened");
        }

        List<String> awaitInstalled(String revision) throws InterruptedException {
            List<String> seen = new ArrayList<>();
            do {
                seen.add(next());
            } while (!seen.get(seen.size() - 1).equals("installed " + revision));
            return seen;
        }
    }
}
