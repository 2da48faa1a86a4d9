package io.drover.policy;

import io.drover.policy.PolicyStatus.Origin;
import io.drover.policy.engine.CompiledRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the rules of a folder into service, at the start and whenever they change. Rules that are broken are refused
 * with file and line while the former ones serve on. Safe for use by many threads.
 */
public final class PolicyReloader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyReloader.class);
    private static final int LOGGED_PROBLEMS = 20;
    private static final Duration QUIET = Duration.ofMillis(200);
    private static final Duration ANYWAY = Duration.ofSeconds(5);

    private final Path folder;
    private final RuleArchive archive;
    private final RuleLoader loader;
    private final PolicyTarget target;
    private final PolicyListener listener;
    private final InstantSource clock;
    private final ReentrantLock reloading = new ReentrantLock();
    private @Nullable CompiledRules active;
    private @Nullable FolderWatch watch;
    private String lastTried = "";
    private volatile @Nullable PolicyStatus status;

    /**
     * @param folder the rules folder
     * @param copies where a copy of the rules that served last is kept
     * @param loader checks and compiles
     * @param target decides by the rules
     * @param listener hears of changes and refusals
     * @param clock for the status
     */
    public PolicyReloader(
            Path folder,
            Path copies,
            RuleLoader loader,
            PolicyTarget target,
            PolicyListener listener,
            InstantSource clock) {
        this.folder = folder;
        this.archive = new RuleArchive(copies);
        this.loader = loader;
        this.target = target;
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Puts the folder's rules into service; when they are broken, those that served last.
     *
     * @throws BrokenRulesException when there is neither
     */
    public PolicyStatus load() throws BrokenRulesException {
        reloading.lock();
        try {
            List<RuleProblem> problems = attempt();
            if (!problems.isEmpty() && status == null) {
                fallBack(problems);
            }
            return status();
        } finally {
            reloading.unlock();
        }
    }

    /** Looks at the folder whenever something in it changes, from now on. */
    public void watch() throws IOException {
        FolderWatch started = new FolderWatch(folder, QUIET, ANYWAY, this::look);
        watch = started;
        started.start();
    }

    /**
     * Which rules decide now.
     *
     * @throws IllegalStateException before the first load
     */
    public PolicyStatus status() {
        PolicyStatus now = status;
        if (now == null) {
            throw new IllegalStateException("no rules were loaded yet");
        }
        return now;
    }

    /** Loads the folder's rules now, also when they were refused before. */
    public PolicyStatus reload() {
        reloading.lock();
        try {
            attempt();
            return status();
        } finally {
            reloading.unlock();
        }
    }

    /** Looks no more. The rules in service stay there. */
    @Override
    public void close() throws IOException {
        if (watch != null) {
            watch.close();
        }
    }

    private void look() {
        reloading.lock();
        try {
            String found = fingerprint();
            if (!found.equals(lastTried)) {
                attempt();
            }
        } catch (RuntimeException e) {
            LOG.error("looking at the rules in {} failed", folder, e);
        } finally {
            reloading.unlock();
        }
    }

    /** The revision of what is in the folder, or why it cannot be read. */
    private String fingerprint() {
        try {
            return RuleSource.read(folder).revision();
        } catch (UncheckedIOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** What is wrong with the rules in the folder; nothing when they are in service now. */
    private List<RuleProblem> attempt() {
        Instant now = clock.instant();
        List<RuleProblem> problems;
        try {
            RuleSource source = RuleSource.read(folder);
            lastTried = source.revision();
            PolicyStatus before = status;
            if (before != null && before.revision().equals(lastTried)) {
                status = before.unchanged(now);
                return List.of();
            }
            problems = install(source, Origin.FOLDER, List.of());
        } catch (UncheckedIOException e) {
            lastTried = String.valueOf(e.getMessage());
            problems = List.of(new RuleProblem("", 0, 0, lastTried));
        }
        if (!problems.isEmpty()) {
            refuse(now, problems);
        }
        return problems;
    }

    private void refuse(Instant now, List<RuleProblem> problems) {
        PolicyStatus before = status;
        LOG.warn(
                "the rules in {} are refused{}:{}",
                folder,
                before == null ? "" : ", revision " + before.revision() + " serves on",
                PolicyStatus.lines(problems, LOGGED_PROBLEMS));
        if (before != null) {
            PolicyStatus refused = before.refused(now, problems);
            status = refused;
            listener.refused(refused);
        }
    }

    private void fallBack(List<RuleProblem> problems) throws BrokenRulesException {
        RuleSource kept = archive.latest().orElseThrow(() -> new BrokenRulesException(problems));
        if (!install(kept, Origin.LAST_GOOD, problems).isEmpty()) {
            throw new BrokenRulesException(problems);
        }
        LOG.warn(
                "the rules that served last, revision {}, serve until those in {} are mended", kept.revision(), folder);
        listener.refused(status());
    }

    /** Puts rules into service, or tells what is wrong with them. */
    private List<RuleProblem> install(RuleSource source, Origin origin, List<RuleProblem> problemsOfFolder) {
        long started = System.nanoTime();
        CompiledRules rules;
        try {
            rules = loader.load(source);
        } catch (BrokenRulesException e) {
            return e.problems();
        }
        try {
            target.install(rules);
        } catch (RuntimeException e) {
            rules.close();
            return List.of(problem(e));
        }
        CompiledRules before = active;
        active = rules;
        PolicyStatus installed = statusOf(source, rules, origin, problemsOfFolder);
        status = installed;
        if (before != null) {
            before.close();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        LOG.info(
                "policy revision {} decides: {} rules in {} files, after {} ms",
                installed.revision(),
                installed.rules().size(),
                installed.files().size(),
                took.toMillis());
        keep(source);
        listener.installed(installed, took);
        return List.of();
    }

    private PolicyStatus statusOf(RuleSource source, CompiledRules rules, Origin origin, List<RuleProblem> problems) {
        Instant now = clock.instant();
        List<RuleRef> refs = rules.byName().values().stream()
                .sorted(Comparator.comparing(RuleRef::file).thenComparingInt(RuleRef::line))
                .toList();
        return new PolicyStatus(
                rules.revision(), origin, now, List.copyOf(source.files().keySet()), refs, now, problems);
    }

    private static RuleProblem problem(RuntimeException fault) {
        if (fault instanceof PolicyFailedException failed && failed.rule() != null) {
            RuleRef rule = Objects.requireNonNull(failed.rule());
            return new RuleProblem(rule.file(), rule.line(), 0, String.valueOf(failed.getMessage()));
        }
        LOG.error("rules could not be put into service", fault);
        return new RuleProblem("", 0, 0, "the rules could not be put into service: " + fault.getMessage());
    }

    private void keep(RuleSource source) {
        try {
            archive.keep(source);
        } catch (IOException e) {
            LOG.warn("the rules in service could not be copied to disk: {}", e.toString());
        }
    }
}
