package io.drover.policy;

import io.dropwizard.lifecycle.Managed;
import io.drover.control.Actor;
import io.drover.policy.PolicyShelf.Hold;
import io.drover.policy.PolicyStatus.Origin;
import io.drover.policy.engine.CompiledRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the rules of a folder into service, at the start and whenever they change, once they pass the gate. Rules that
 * do not are refused with file and line while the former ones serve on. Safe for use by many threads.
 */
public final class PolicyReloader implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyReloader.class);
    private static final int LOGGED_PROBLEMS = 20;
    private static final Duration QUIET = Duration.ofMillis(200);
    private static final Duration ANYWAY = Duration.ofSeconds(5);

    private final RulesOnDisk disk;
    private final boolean watching;
    private final RuleArchive archive;
    private final PolicyShelf shelf;
    private final PolicyGate gate;
    private final PolicyInstaller installer;
    private final PolicyListener listener;
    private final InstantSource clock;
    private final ReentrantLock reloading = new ReentrantLock();
    private final ReentrantLock checking = new ReentrantLock();
    private @Nullable FolderWatch watch;
    private volatile @Nullable PolicyStatus status;
    private @Nullable FailedLook failedLook;

    /** What was shown before a look failed, and since. */
    private record FailedLook(PolicyStatus before, PolicyStatus shown) {}

    /**
     * @param config the rules folder, and whether to watch it
     * @param copies where a copy of the rules that served last is kept
     * @param loader checks and compiles
     * @param gate what changed rules must pass beyond that
     * @param target decides by the rules
     * @param shelf keeps what served, for all instances
     * @param listener hears of changes and refusals
     * @param clock for the status
     */
    public PolicyReloader(
            PolicyConfig config,
            Path copies,
            RuleLoader loader,
            PolicyGate gate,
            PolicyTarget target,
            PolicyShelf shelf,
            PolicyListener listener,
            InstantSource clock) {
        this.disk = new RulesOnDisk(config.folder(), gate);
        this.watching = config.watch();
        this.archive = new RuleArchive(copies);
        this.shelf = shelf;
        this.gate = gate;
        this.installer = new PolicyInstaller(loader, target, archive, shelf, clock);
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Puts the folder's rules into service, unless some are already; when they are refused, those that served last.
     * Where a rollback holds on what the folder has, what was gone back to.
     *
     * @throws BrokenRulesException when there are none that can serve
     */
    public PolicyStatus load() throws BrokenRulesException {
        reloading.lock();
        try {
            PolicyStatus loaded = status;
            return loaded == null ? firstLoad() : loaded;
        } finally {
            reloading.unlock();
        }
    }

    /** Loads; from now on looks at the folder, if it is to be watched, and for rollbacks by other instances. */
    @Override
    public void start() throws BrokenRulesException, IOException {
        load();
        if (watch == null) {
            FolderWatch started = new FolderWatch(disk.folder(), QUIET, ANYWAY, this::look);
            watch = started;
            started.start();
        }
    }

    /** Looks no more. The rules in service stay there. */
    @Override
    public void stop() throws IOException {
        if (watch != null) {
            watch.close();
            watch = null;
        }
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

    /**
     * Loads the folder's rules now, also when they were refused before or a rollback holds on them.
     *
     * @throws IllegalStateException before the first load
     */
    public PolicyStatus reload(Actor who) {
        reloading.lock();
        try {
            return attempt(status(), who);
        } finally {
            reloading.unlock();
        }
    }

    /** Tries the folder's rules as a reload would, but for judging the fleet, and changes nothing. */
    public PolicyCheck check() {
        checking.lock();
        try {
            return check(status().revision());
        } finally {
            checking.unlock();
        }
    }

    private PolicyCheck check(String active) {
        String revision = "";
        try {
            RuleSource source = new RulesOnDisk(disk.folder(), gate).read();
            revision = source.revision();
            try (CompiledRules rules = installer.compile(source)) {
                return PolicyCheck.good(revision, active, rules.byName().size(), examine(source));
            }
        } catch (BrokenRulesException broken) {
            return PolicyCheck.broken(revision, active, broken);
        }
    }

    /**
     * Goes back to rules that served before. They serve, in every instance whose folder has what this one has, until
     * that folder changes or a reload is asked for. They are compiled, and judged on the fleet, but not tried with the
     * suites.
     *
     * @param revision which ones; null for those that served before the present ones
     * @throws NoSuchRevisionException when there are none
     * @throws BrokenRulesException when they are refused; what served before serves on
     * @throws IllegalStateException before the first load
     */
    public PolicyStatus rollback(Actor who, @Nullable String revision)
            throws NoSuchRevisionException, BrokenRulesException {
        reloading.lock();
        try {
            PolicyStatus before = status();
            RuleSource source = kept(before.revision(), revision);
            CompiledRules rules = installer.compile(source);
            String folder = before.folderRevision();
            boolean forward = source.revision().equals(folder);
            Optional<Hold> former = forward ? Optional.empty() : hold(folder, before.revision(), source, rules, who);
            try {
                return install(forward ? Origin.FOLDER : Origin.ROLLBACK, source, rules, who, Examination.NONE);
            } finally {
                if (forward) {
                    shelf.release(folder);
                } else if (!status().revision().equals(source.revision())) {
                    takeBack(source, before, former);
                }
            }
        } finally {
            reloading.unlock();
        }
    }

    private RuleSource kept(String active, @Nullable String revision) throws NoSuchRevisionException {
        if (revision == null) {
            return shelf.before(active)
                    .orElseThrow(() -> new NoSuchRevisionException("no other rules are kept that served and were not"
                            + " withdrawn; name a revision to go back to one that was"));
        }
        if (revision.equals(active)) {
            throw new NoSuchRevisionException("revision " + revision + " decides already");
        }
        return shelf.find(revision)
                .orElseThrow(() -> new NoSuchRevisionException("no rules of revision " + revision + " are kept"));
    }

    /** Gives the rollback that held before. */
    private Optional<Hold> hold(String folder, String active, RuleSource instead, CompiledRules rules, Actor who) {
        try {
            Optional<Hold> former = shelf.holdOn(folder);
            shelf.hold(folder, active, instead, who);
            return former;
        } catch (RuntimeException fault) {
            rules.close();
            throw fault;
        }
    }

    /** A rollback was refused: what held before it holds, and what decides is not withdrawn. */
    private void takeBack(RuleSource refused, PolicyStatus deciding, Optional<Hold> former) {
        String folder = deciding.folderRevision();
        try {
            former.ifPresentOrElse(
                    held -> shelf.hold(folder, refused.revision(), held.instead(), held.by()),
                    () -> shelf.release(folder));
            shelf.find(deciding.revision()).ifPresent(source -> shelf.keep(source, deciding.by()));
        } catch (RuntimeException unreachable) {
            LOG.warn("a rollback that was refused could not be taken back", unreachable);
        }
    }

    private PolicyStatus firstLoad() throws BrokenRulesException {
        try {
            RuleSource source = disk.read();
            CompiledRules rules = installer.compile(source);
            Examination examined = served(source) ? Examination.NONE : examine(source, rules);
            Optional<Hold> held = heldOn(source.revision());
            if (held.isPresent()) {
                rules.close();
                return follow(held.get());
            }
            return install(Origin.FOLDER, source, rules, Actor.RULES_FOLDER, examined);
        } catch (BrokenRulesException broken) {
            warn("a copy of those that decided last is looked for", broken);
            return refused(lastGood(broken), Actor.RULES_FOLDER, broken);
        }
    }

    /** Those that any instance took last; where this build cannot load them, its own copy. */
    private PolicyStatus lastGood(BrokenRulesException broken) throws BrokenRulesException {
        Optional<RuleSource> shared = shelf.latest();
        if (shared.isPresent()) {
            try {
                return lastGood(shared.get());
            } catch (BrokenRulesException alsoBroken) {
                LOG.warn(
                        "revision {}, which another instance took, does not load here",
                        shared.get().revision());
            }
        }
        return lastGood(archive.latest().orElseThrow(() -> broken));
    }

    private PolicyStatus lastGood(RuleSource kept) throws BrokenRulesException {
        return install(Origin.LAST_GOOD, kept, installer.compile(kept), Actor.BROKER, Examination.NONE);
    }

    private Optional<Hold> heldOn(String folderRevision) {
        try {
            return shelf.holdOn(folderRevision);
        } catch (RuntimeException unreachable) {
            LOG.warn("whether a rollback holds cannot be read now: {}", unreachable.toString());
            return Optional.empty();
        }
    }

    /** Whether the rules decided already when this instance stopped: then they are not changed ones. */
    private boolean served(RuleSource source) {
        return archive.latest()
                .map(kept -> kept.revision().equals(source.revision()))
                .orElse(false);
    }

    /**
     * Loads what changed in the folder, if it is to be watched, and follows rollbacks by other instances. When that
     * fails, the status says so until a look succeeds; the next one tries again.
     */
    void look() {
        reloading.lock();
        try {
            lookOnce();
        } finally {
            reloading.unlock();
        }
    }

    private void lookOnce() {
        PolicyStatus shown = status();
        FailedLook failed = failedLook;
        PolicyStatus before = failed != null && failed.shown().equals(shown) ? failed.before() : shown;
        try {
            if (watching && disk.hasChanged()) {
                attempt(shown, Actor.RULES_FOLDER);
            } else {
                followOthers(before);
                overcome(shown, before);
            }
        } catch (BrokenRulesException | RuntimeException | Error e) {
            lookFailed(shown, before, e);
        }
    }

    private void overcome(PolicyStatus shown, PolicyStatus before) {
        if (shown.equals(status) && !shown.equals(before)) {
            status = before;
            LOG.info("looking at the rules in {} succeeded again", disk.folder());
            listener.mended(before);
        }
    }

    private void lookFailed(PolicyStatus shown, PolicyStatus before, Throwable why) {
        LOG.error("looking at the rules in {} failed, the next look tries again", disk.folder(), why);
        RuleProblem problem = new RuleProblem("", 0, 0, "the rules could not be looked at: " + why);
        PolicyStatus sound = shown.equals(status) ? before : status();
        PolicyStatus faulty = sound.faulty(clock.instant(), problem);
        boolean known = shown.problems().equals(faulty.problems());
        failedLook = new FailedLook(sound, faulty);
        status = faulty;
        if (!known) {
            listener.refused(faulty, Actor.BROKER);
        }
    }

    /** Does as another instance does with the same folder. */
    private void followOthers(PolicyStatus now) throws BrokenRulesException {
        Optional<Hold> held;
        try {
            held = shelf.holdOn(now.folderRevision());
        } catch (RuntimeException unreachable) {
            LOG.debug("whether a rollback holds cannot be read now", unreachable);
            return;
        }
        if (held.isPresent() && !held.get().instead().revision().equals(now.revision())) {
            follow(held.get());
        } else if (held.isEmpty() && now.origin() == Origin.ROLLBACK && !now.isRefused()) {
            attempt(now, Actor.RULES_FOLDER);
        }
    }

    private PolicyStatus follow(Hold held) throws BrokenRulesException {
        RuleSource instead = held.instead();
        return install(Origin.ROLLBACK, instead, installer.compile(instead), held.by(), Examination.NONE);
    }

    private PolicyStatus attempt(PolicyStatus before, Actor who) {
        try {
            RuleSource source = disk.read();
            if (who.equals(Actor.RULES_FOLDER) && !source.revision().equals(before.folderRevision())) {
                Optional<Hold> held = heldOn(source.revision());
                if (held.isPresent()) {
                    return follow(held.get());
                }
            }
            shelf.release(source.revision());
            if (source.revision().equals(before.revision())) {
                return mended(before);
            }
            CompiledRules rules = installer.compile(source);
            return install(Origin.FOLDER, source, rules, who, examine(source, rules));
        } catch (RuntimeException | Error fault) {
            disk.forget();
            throw fault;
        } catch (BrokenRulesException broken) {
            warn("revision " + before.revision() + " serves on", broken);
            return refused(before, who, broken);
        }
    }

    /** Tries the rules with the suites; closes them when they do not pass. */
    private Examination examine(RuleSource source, CompiledRules rules) throws BrokenRulesException {
        boolean passed = false;
        try {
            Examination examined = examine(source);
            if (!examined.failures().isEmpty()) {
                throw BrokenRulesException.failing(examined.failures());
            }
            passed = true;
            return examined;
        } finally {
            if (!passed) {
                rules.close();
            }
        }
    }

    private Examination examine(RuleSource source) throws BrokenRulesException {
        try {
            return gate.examine(source);
        } catch (StackOverflowError tooDeep) {
            throw BrokenRulesException.failed("the suites could not be run", tooDeep);
        }
    }

    private PolicyStatus mended(PolicyStatus before) {
        PolicyStatus unchanged = before.unchanged(clock.instant(), Origin.FOLDER);
        status = unchanged;
        if (before.degraded()) {
            LOG.info("the rules in {} are revision {} again, which decides", disk.folder(), unchanged.revision());
            listener.mended(unchanged);
        }
        return unchanged;
    }

    private PolicyStatus refused(PolicyStatus before, Actor who, BrokenRulesException why) {
        if (!why.failures().isEmpty()) {
            disk.refusedBySuites();
        }
        PolicyStatus refused = before.refused(clock.instant(), disk.revision(), why);
        status = refused;
        listener.refused(refused, who);
        return refused;
    }

    private PolicyStatus install(Origin origin, RuleSource source, CompiledRules rules, Actor by, Examination examined)
            throws BrokenRulesException {
        long started = System.nanoTime();
        String before = status == null ? "" : status.revision();
        PolicyStatus installed =
                installer.install(source, rules, origin, by, examined).beside(disk.revision());
        status = installed;
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        LOG.info(
                "policy revision {} decides ({}, by {}): {} rules in {} files, {} scenarios passed, swapped in {} ms",
                installed.revision(),
                origin,
                by.name(),
                installed.rules().size(),
                installed.files().size(),
                examined.passed(),
                took.toMillis());
        listener.installed(installed, before, took);
        return installed;
    }

    private void warn(String consequence, BrokenRulesException why) {
        String lines = PolicyStatus.lines(why.problems(), why.failures(), LOGGED_PROBLEMS);
        LOG.warn("the rules in {} are refused, {}:{}", disk.folder(), consequence, lines);
    }
}
