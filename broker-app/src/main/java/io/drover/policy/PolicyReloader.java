package io.drover.policy;

import io.dropwizard.lifecycle.Managed;
import io.drover.policy.PolicyStatus.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the rules of a folder into service, at the start and whenever they change. Rules that are broken are refused
 * with file and line while the former ones serve on. Safe for use by many threads.
 */
public final class PolicyReloader implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyReloader.class);
    private static final int LOGGED_PROBLEMS = 20;
    private static final Duration QUIET = Duration.ofMillis(200);
    private static final Duration ANYWAY = Duration.ofSeconds(5);

    private final Path folder;
    private final boolean watching;
    private final RuleArchive archive;
    private final PolicyInstaller installer;
    private final PolicyListener listener;
    private final InstantSource clock;
    private final ReentrantLock reloading = new ReentrantLock();
    private @Nullable FolderWatch watch;
    private String lastTried = "";
    private volatile @Nullable PolicyStatus status;

    /**
     * @param config the rules folder, and whether to watch it
     * @param copies where a copy of the rules that served last is kept
     * @param loader checks and compiles
     * @param target decides by the rules
     * @param listener hears of changes and refusals
     * @param clock for the status
     */
    public PolicyReloader(
            PolicyConfig config,
            Path copies,
            RuleLoader loader,
            PolicyTarget target,
            PolicyListener listener,
            InstantSource clock) {
        this.folder = config.folder();
        this.watching = config.watch();
        this.archive = new RuleArchive(copies);
        this.installer = new PolicyInstaller(loader, target, archive, clock);
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Puts the folder's rules into service, unless some are already; when they are broken, those that served last.
     *
     * @throws BrokenRulesException when there are neither
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

    /** Loads, and looks at the folder whenever something in it changes from now on, if it is to be watched. */
    @Override
    public void start() throws BrokenRulesException, IOException {
        load();
        if (watching && watch == null) {
            FolderWatch started = new FolderWatch(folder, QUIET, ANYWAY, this::look);
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
     * Loads the folder's rules now, also when they were refused before.
     *
     * @throws IllegalStateException before the first load
     */
    public PolicyStatus reload() {
        reloading.lock();
        try {
            return attempt(status());
        } finally {
            reloading.unlock();
        }
    }

    private PolicyStatus firstLoad() throws BrokenRulesException {
        try {
            return install(Origin.FOLDER, read());
        } catch (BrokenRulesException broken) {
            warn("no rules serve", broken.problems());
            RuleSource kept = archive.latest().orElseThrow(() -> broken);
            PolicyStatus degraded = install(Origin.LAST_GOOD, kept).refused(clock.instant(), broken.problems());
            status = degraded;
            listener.refused(degraded);
            return degraded;
        }
    }

    private void look() {
        reloading.lock();
        try {
            if (!fingerprint().equals(lastTried)) {
                attempt(status());
            }
        } catch (RuntimeException e) {
            LOG.error("looking at the rules in {} failed", folder, e);
        } finally {
            reloading.unlock();
        }
    }

    private PolicyStatus attempt(PolicyStatus before) {
        try {
            RuleSource source = read();
            if (!source.revision().equals(before.revision())) {
                return install(Origin.FOLDER, source);
            }
            PolicyStatus unchanged = before.unchanged(clock.instant());
            status = unchanged;
            if (before.degraded()) {
                LOG.info("the rules in {} are revision {} again, which decides", folder, unchanged.revision());
                listener.mended(unchanged);
            }
            return unchanged;
        } catch (BrokenRulesException broken) {
            warn("revision " + before.revision() + " serves on", broken.problems());
            PolicyStatus refused = before.refused(clock.instant(), broken.problems());
            status = refused;
            listener.refused(refused);
            return refused;
        }
    }

    private PolicyStatus install(Origin origin, RuleSource source) throws BrokenRulesException {
        long started = System.nanoTime();
        PolicyStatus installed = installer.install(source, origin);
        status = installed;
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        LOG.info(
                "policy revision {} decides: {} rules in {} files, after {} ms",
                installed.revision(),
                installed.rules().size(),
                installed.files().size(),
                took.toMillis());
        listener.installed(installed, took);
        return installed;
    }

    private RuleSource read() throws BrokenRulesException {
        try {
            RuleSource source = RuleSource.read(folder);
            lastTried = source.revision();
            return source;
        } catch (UncheckedIOException e) {
            lastTried = String.valueOf(e.getMessage());
            throw new BrokenRulesException(List.of(new RuleProblem("", 0, 0, lastTried)));
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

    private void warn(String consequence, List<RuleProblem> problems) {
        String lines = PolicyStatus.lines(problems, LOGGED_PROBLEMS);
        LOG.warn("the rules in {} are refused, {}:{}", folder, consequence, lines);
    }
}
