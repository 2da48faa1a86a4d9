package io.drover.scenario.run;

import io.drover.file.FileTrouble;
import io.drover.file.FilesBelow;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.Examination;
import io.drover.policy.PolicyGate;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.ScenarioFailure;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Problem;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.SuiteFiles;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lets rules pass that do what suites expect. A suite that is missing, wrong or without a scenario lets none pass. Runs
 * beside the fleet that serves, and touches nothing of it. Safe for use by many threads.
 */
public final class SuiteGate implements PolicyGate {

    private final List<Path> suites;
    private final RuleLoader loader = new RuleLoader(true);
    private final InstantSource today;
    private volatile Set<Path> read = Set.of();

    /**
     * @param suites suites and folders with suites; none lets everything pass
     * @param today tells which skips have run out
     */
    public SuiteGate(List<Path> suites, InstantSource today) {
        this.suites = List.copyOf(suites);
        this.today = today;
    }

    @Override
    public Examination examine(RuleSource source) throws BrokenRulesException {
        if (suites.isEmpty()) {
            return Examination.NONE;
        }
        List<ScenarioFailure> failures = new ArrayList<>();
        List<Suite> sound = parsed(failures);
        if (!failures.isEmpty()) {
            return new Examination(0, 0, failures);
        }
        try (CompiledRules rules = loader.load(source)) {
            return run(new ScenarioRunner(rules, today), sound);
        }
    }

    private static Examination run(ScenarioRunner runner, List<Suite> sound) {
        int passed = 0;
        int skipped = 0;
        List<ScenarioFailure> failures = new ArrayList<>();
        for (Suite suite : sound) {
            for (ScenarioResult result : runner.run(suite)) {
                passed += result.status() == Status.PASSED ? 1 : 0;
                skipped += result.status() == Status.SKIPPED ? 1 : 0;
                result.failures().forEach(failure -> failures.add(failure(result, failure)));
            }
        }
        return new Examination(passed, skipped, failures);
    }

    private static ScenarioFailure failure(ScenarioResult result, ScenarioResult.Failure failure) {
        return new ScenarioFailure(
                result.name(), failure.position().file(), failure.position().line(), failure.message(), failure.why());
    }

    private List<Suite> parsed(List<ScenarioFailure> failures) {
        Set<Path> opened = Collections.synchronizedSet(new TreeSet<>());
        SuiteParser parser = new SuiteParser(file -> {
            opened.add(file);
            return Sources.FILES.read(file);
        });
        List<Suite> sound = new ArrayList<>();
        for (Path named : suites) {
            for (Path file : filesOf(named, failures)) {
                SuiteReading reading = parser.parse(file);
                if (reading instanceof SuiteReading.Good good) {
                    sound.add(good.suite());
                } else if (reading instanceof SuiteReading.Bad bad) {
                    bad.problems().forEach(problem -> failures.add(failure(problem)));
                }
            }
        }
        read = Set.copyOf(opened);
        return sound;
    }

    private static ScenarioFailure failure(Problem problem) {
        String field = problem.field().isEmpty() ? "" : problem.field() + ": ";
        String hint = problem.hint().isEmpty() ? "" : "; " + problem.hint();
        return new ScenarioFailure(
                "", problem.position().file(), problem.position().line(), field + problem.reason() + hint, "");
    }

    private static List<Path> filesOf(Path named, List<ScenarioFailure> failures) {
        try {
            List<Path> files = Files.exists(named) ? found(named) : List.of();
            if (files.isEmpty()) {
                failures.add(new ScenarioFailure("", named.toString(), 0, "there is no suite", ""));
            }
            return files;
        } catch (IOException e) {
            failures.add(new ScenarioFailure("", named.toString(), 0, FileTrouble.reason(named, e), ""));
            return List.of();
        }
    }

    private static List<Path> found(Path named) throws IOException {
        return FilesBelow.of(named).stream()
                .filter(path -> path.equals(named) || path.toString().endsWith(SuiteFiles.ENDING))
                .toList();
    }

    /** The suites that are there, and the text of every file that was read for the last examination. */
    @Override
    public String fingerprint() {
        Map<String, String> texts = new TreeMap<>();
        List<ScenarioFailure> missing = new ArrayList<>();
        suites.forEach(named -> filesOf(named, missing).forEach(file -> texts.put(file.toString(), "")));
        missing.forEach(one -> texts.put(one.file(), one.message()));
        read.forEach(file -> texts.put(file.toString(), text(file)));
        return new RuleSource(new TreeMap<>(texts)).sha256();
    }

    private static String text(Path file) {
        try {
            return Sources.FILES.read(file);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
