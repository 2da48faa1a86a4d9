package io.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.policy.PolicyStatus.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules on disk that are edited, broken, mended, moved away and brought back while they serve. */
class PolicyReloaderIT {

    @TempDir
    Path home;

    private final PlacingTarget target = new PlacingTarget();
    private final Heard heard = new Heard();
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
    void withoutWatchingNothingChangesUntilAsked() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.prefer("b");
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.reload().degraded()).isFalse();
        assertThat(target.place()).isEqualTo("b");
    }

    @Test
    void rulesThatFailOnTheFleetAreRefusedByTheRulesPlace() throws Exception {
        reloader = reloader(false);
        reloader.start();
        rules.addFailing();
        PolicyStatus refused = reloader.reload();
        assertThat(refused.problems()).singleElement().satisfies(p -> {
            assertThat(p.file()).isEqualTo("failing.drl");
            assertThat(p.line()).isEqualTo(3);
            assertThat(p.message()).contains("rule fails (failing.drl:3) failed: score \"x\" of agent a is Infinity");
        });
        assertThat(target.place()).isEqualTo("a");
        assertThat(reloader.reload().problems()).isEqualTo(refused.problems());
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
        assertThat(restarted.reload().origin()).isEqualTo(Origin.FOLDER);
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
        assertThatThrownBy(reloader(false)::start).isInstanceOf(BrokenRulesException.class);
    }

    @Test
    void aFileThatIsNotUtf8IsNamed() throws Exception {
        reloader = reloader(false);
        reloader.start();
        Files.write(rules.path().resolve("latin.drl"), new byte[] {'/', '/', (byte) 0xe4, '\n'});
        assertThat(reloader.reload().problems().get(0).message()).contains("latin.drl is not UTF-8");
    }

    private PolicyReloader reloader(boolean watching) {
        return new PolicyReloader(
                new PolicyConfig(rules.path(), watching),
                home.resolve("copies"),
                new RuleLoader(false),
                target,
                heard,
                InstantSource.system());
    }

    private static final class Heard implements PolicyListener {

        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public void installed(PolicyStatus status, Duration took) {
            events.add("installed " + status.revision());
        }

        @Override
        public void mended(PolicyStatus status) {
            events.add("mended " + status.revision());
        }

        @Override
        public void refused(PolicyStatus status) {
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
