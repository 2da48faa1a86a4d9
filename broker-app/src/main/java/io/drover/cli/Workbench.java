package io.drover.cli;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleRef;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Problem;
import io.drover.scenario.Suite;
import io.drover.scenario.coverage.Tested;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.SuiteFiles;
import io.drover.scenario.report.RunReport;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioRunner;
import io.drover.scenario.run.Wanted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs suites against rules as often as asked; rules whose text is the same are compiled once. For one thread. */
final class Workbench implements AutoCloseable {

    private final List<Path> places;
    private final Path rules;
    private final Wanted wanted;
    private final int jobs;
    private final InstantSource clock;
    private final RuleLoader loader = new RuleLoader(true);
    private final Map<Path, Stamp> seen = new HashMap<>();
    private @Nullable CompiledRules compiled;

    /**
     * @param places suites and folders with suites
     * @param rules the folder with the rules
     * @param wanted which scenarios run
     * @param jobs how many run at a time
     * @param clock tells the time of a run
     */
    Workbench(List<Path> places, Path rules, Wanted wanted, int jobs, InstantSource clock) {
        this.places = List.copyOf(places);
        this.rules = rules;
        this.wanted = wanted;
        this.jobs = jobs;
        this.clock = clock;
    }

    /** What came of a run. */
    sealed interface Outcome {}

    /**
     * The suites were run.
     *
     * @param report what came of it
     * @param tested every scenario that was run
     * @param source the rules that decided
     * @param rules where they stand
     */
    record Ran(RunReport report, List<Tested> tested, RuleSource source, Collection<RuleRef> rules)
            implements Outcome {}

    /** A suite or fleet file is wrong; nothing was run. */
    record WrongSuites(List<Problem> problems) implements Outcome {}

    /** The rules do not compile; nothing was run. */
    record WrongRules(List<RuleProblem> problems) implements Outcome {}

    /** When a file was last written, and how long it is. */
    record Stamp(Instant modified, long size) {

        private static final Stamp MISSING = new Stamp(Instant.MIN, -1);

        static Stamp of(Path file) throws IOException {
            try {
                BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(is.lastModifiedTime().toInstant(), is.size());
            } catch (NoSuchFileException e) {
                return MISSING;
            }
        }
    }

    /**
     * Reads what is new and runs what is wanted.
     *
     * @throws BadFileException when a file or folder is not there or cannot be read
     */
    Outcome run() throws InterruptedException {
        long begun = System.nanoTime();
        Instant at = clock.instant();
        SuiteFiles files = suites();
        if (!files.problems().isEmpty()) {
            return new WrongSuites(files.problems());
        }
        try {
            RuleSource source = source();
            CompiledRules current = compile(source);
            var results = new ScenarioRunner(current, clock).run(files.suites(), wanted, jobs);
            RunReport report =
                    new RunReport(results, current.revision(), at, Duration.ofNanos(System.nanoTime() - begun));
            return new Ran(
                    report,
                    tested(files.suites(), results),
                    source,
                    current.byName().values());
        } catch (BrokenRulesException e) {
            return new WrongRules(e.problems());
        }
    }

    private SuiteFiles suites() {
        seen.clear();
        try {
            if (Files.isDirectory(rules)) {
                for (Path file : ruleFiles()) {
                    seen.put(file, Stamp.of(file));
                }
            }
            return SuiteFiles.read(places, file -> {
                seen.put(file, Stamp.of(file));
                return Sources.FILES.read(file);
            });
        } catch (NoSuchFileException e) {
            throw new BadFileException("There is no file or folder %s.".formatted(e.getFile()));
        } catch (IOException | UncheckedIOException e) {
            throw new BadFileException("The suites cannot be read: %s".formatted(e.getMessage()));
        }
    }

    private List<Tested> tested(List<Suite> suites, List<ScenarioResult> results) {
        List<Tested> tested = new ArrayList<>();
        Iterator<ScenarioResult> inOrder = results.iterator();
        for (Suite suite : suites) {
            suite.scenarios().stream()
                    .filter(wanted)
                    .forEach(one -> tested.add(new Tested(suite, one, inOrder.next())));
        }
        return tested;
    }

    private CompiledRules compile(RuleSource source) throws BrokenRulesException {
        CompiledRules known = compiled;
        if (known != null && known.revision().equals(source.revision())) {
            return known;
        }
        CompiledRules newer = loader.load(source);
        close();
        compiled = newer;
        return newer;
    }

    private RuleSource source() {
        if (!Files.isDirectory(rules)) {
            throw new BadFileException("There is no folder %s.".formatted(rules));
        }
        try {
            return RuleSource.read(rules);
        } catch (UncheckedIOException e) {
            throw new BadFileException("%s".formatted(e.getMessage()));
        }
    }

    /** The files that the last run depended on, as they were just before it read them. */
    Map<Path, Stamp> seen() {
        return Map.copyOf(seen);
    }

    /** The files that a run would depend on, as they are now; equal to {@link #seen} as long as none was saved. */
    Map<Path, Stamp> look() throws IOException {
        Set<Path> files = new HashSet<>(seen.keySet());
        files.addAll(SuiteFiles.find(places));
        files.addAll(ruleFiles());
        Map<Path, Stamp> now = new HashMap<>();
        for (Path file : files) {
            now.put(file, Stamp.of(file));
        }
        return now;
    }

    private List<Path> ruleFiles() throws IOException {
        try (Stream<Path> below = Files.walk(rules)) {
            return below.filter(Files::isRegularFile).toList();
        }
    }

    @Override
    public void close() {
        if (compiled != null) {
            compiled.close();
            compiled = null;
        }
    }
}
