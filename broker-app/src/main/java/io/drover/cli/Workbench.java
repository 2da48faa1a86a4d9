package io.drover.cli;

import io.drover.file.FilesBelow;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleProblem;
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
    private final List<Path> with;
    private final Wanted wanted;
    private final int jobs;
    private final InstantSource clock;
    private final RuleLoader loader = new RuleLoader(true);
    private final Map<Path, Stamp> seen = new HashMap<>();
    private @Nullable CompiledRules compiled;

    /**
     * @param places suites and folders with suites
     * @param rules the folder with the rules
     * @param with further folders with rules
     * @param wanted which scenarios run
     * @param jobs how many run at a time
     * @param clock tells the time of a run
     */
    Workbench(List<Path> places, Path rules, List<Path> with, Wanted wanted, int jobs, InstantSource clock) {
        this.places = List.copyOf(places);
        this.rules = rules;
        this.with = List.copyOf(with);
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
     * @param rules the rules that decided, open until the next run
     */
    record Ran(RunReport report, List<Tested> tested, CompiledRules rules) implements Outcome {}

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
            CompiledRules current = compile();
            var results = new ScenarioRunner(current, clock).run(files.suites(), wanted, jobs);
            RunReport report =
                    new RunReport(results, current.revision(), at, Duration.ofNanos(System.nanoTime() - begun));
            return new Ran(report, tested(files.suites(), results), current);
        } catch (BrokenRulesException e) {
            return new WrongRules(e.problems());
        }
    }

    private SuiteFiles suites() {
        seen.clear();
        try {
            for (Path file : ruleFiles()) {
                seen.put(file, Stamp.of(file));
            }
            return SuiteFiles.read(places, file -> {
                seen.put(file, Stamp.of(file));
                return Sources.FILES.read(file);
            });
        } catch (NoSuchFileException e) {
            throw new BadFileException("There is no file or folder %s.".formatted(e.getFile()));
        } catch (IOException e) {
            throw new BadFileException("The rules and suites cannot be read: %s".formatted(e.getMessage()));
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

    private CompiledRules compile() throws BrokenRulesException {
        RuleSource source = source();
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
        RuleSource source = read(rules);
        for (Path folder : with) {
            source = and(source, read(folder));
        }
        return source;
    }

    private static RuleSource and(RuleSource source, RuleSource more) {
        try {
            return source.and(more);
        } catch (IllegalArgumentException e) {
            throw new BadFileException("The rules do not go together: %s.".formatted(e.getMessage()));
        }
    }

    private static RuleSource read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new BadFileException("There is no folder %s.".formatted(folder));
        }
        try {
            return RuleSource.read(folder);
        } catch (UncheckedIOException e) {
            throw new BadFileException("%s".formatted(e.getMessage()));
        }
    }

    /** The files that the last run depended on, as they were just before it read them. */
    Map<Path, Stamp> seen() {
        return Map.copyOf(seen);
    }

    /**
     * The files that a run would depend on, as they are now; equal to {@link #seen} as long as none was saved.
     *
     * @throws IOException when a file went away just now: look again
     */
    Map<Path, Stamp> look() throws IOException {
        Set<Path> files = new HashSet<>(seen.keySet());
        files.addAll(ruleFiles());
        files.addAll(SuiteFiles.find(places));
        Map<Path, Stamp> now = new HashMap<>();
        for (Path file : files) {
            now.put(file, Stamp.of(file));
        }
        return now;
    }

    private List<Path> ruleFiles() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder : Stream.concat(Stream.of(rules), with.stream())
                .filter(Files::isDirectory)
                .toList()) {
            found.addAll(FilesBelow.of(folder));
        }
        return found;
    }

    @Override
    public void close() {
        if (compiled != null) {
            compiled.close();
            compiled = null;
        }
    }
}
