package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dropwizard.jackson.Jackson;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Problem;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Status;
import io.drover.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs scenario suites against a folder of rules, without a server or a database. */
@Command(
        name = "test",
        description = "Runs scenario suites against the rules, without a server or a database.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   every scenario is as expected",
            "  1   a scenario is not",
            "  2   a suite or fleet file is wrong",
            "  3   the rules do not compile",
            "  5   no scenario was found"
        })
final class TestCommand implements Callable<Integer> {

    private static final String ENDING = ".scenarios.yml";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description = "Suites, or folders with suites (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/policy-tests/suites",
            arity = "0..*")
    @SuppressWarnings("NullAway.Init")
    private List<Path> files;

    @Option(
            names = "--rules",
            description = "The folder with the rules (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/rules")
    @SuppressWarnings("NullAway.Init")
    private Path rules;

    @Option(names = "--run", description = "Run only scenarios whose name or tag has this in it, in any case.")
    private String only = "";

    @Option(names = "--failures-only", description = "Leave out the scenarios that are as expected.")
    private boolean failuresOnly;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<Suite> suites = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (Path file : suiteFiles()) {
            SuiteReading reading = new SuiteParser(Files::readString).parse(file);
            if (reading instanceof SuiteReading.Good good) {
                suites.add(good.suite());
            } else if (reading instanceof SuiteReading.Bad bad) {
                problems.addAll(bad.problems());
            }
        }
        if (!problems.isEmpty()) {
            problems.forEach(spec.commandLine().getErr()::println);
            return ExitCode.USAGE;
        }
        return run(suites);
    }

    private List<Path> suiteFiles() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new BadFileException("There is no file or folder %s.".formatted(file));
            }
            try (Stream<Path> below = Files.walk(file)) {
                below.filter(p -> p.equals(file)
                                ? Files.isRegularFile(p)
                                : p.toString().endsWith(ENDING))
                        .sorted()
                        .forEach(found::add);
            }
        }
        return found;
    }

    private int run(List<Suite> suites) throws JsonProcessingException {
        try (CompiledRules compiled = new RuleLoader(true).load(RuleSource.read(rules))) {
            ScenarioRunner runner = new ScenarioRunner(compiled, InstantSource.system());
            List<ScenarioResult> results = suites.stream()
                    .flatMap(suite -> suite.scenarios().stream()
                            .filter(s -> isMeant(s.name(), s.tags()))
                            .map(s -> runner.run(suite, s)))
                    .toList();
            return report(results, compiled.revision());
        } catch (BrokenRulesException e) {
            e.problems().forEach(p -> spec.commandLine().getErr().println(rules.resolve(p.toString())));
            return ExitCode.BROKEN_RULES;
        }
    }

    private boolean isMeant(String name, List<String> tags) {
        String wanted = only.toLowerCase(Locale.ROOT);
        return Stream.concat(Stream.of(name), tags.stream())
                .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(wanted));
    }

    private int report(List<ScenarioResult> results, String revision) throws JsonProcessingException {
        if (json) {
            printJson(results, revision);
        } else {
            printText(results, revision);
        }
        if (results.isEmpty()) {
            spec.commandLine().getErr().println("No scenario was found.");
            return ExitCode.NOTHING_TO_DO;
        }
        return count(results, Status.FAILED) == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void printText(List<ScenarioResult> results, String revision) {
        PrintWriter out = spec.commandLine().getOut();
        for (ScenarioResult result : results) {
            if (failuresOnly && result.status() != Status.FAILED) {
                continue;
            }
            out.println(word(result.status()) + "  " + result.position().file() + ":"
                    + result.position().line() + "  " + result.name()
                    + (result.skipReason().isEmpty() ? "" : " - " + result.skipReason()));
            for (ScenarioResult.Failure failure : result.failures()) {
                out.println("        " + failure.position() + ": " + failure.message());
                failure.why().lines().forEach(line -> out.println("            " + line));
            }
        }
        out.println("%d passed, %d failed, %d skipped, rules %s"
                .formatted(
                        count(results, Status.PASSED),
                        count(results, Status.FAILED),
                        count(results, Status.SKIPPED),
                        revision));
        out.flush();
    }

    private static String word(Status status) {
        return switch (status) {
            case PASSED -> "ok    ";
            case FAILED -> "FAILED";
            case SKIPPED -> "skip  ";
        };
    }

    private static long count(List<ScenarioResult> results, Status status) {
        return results.stream().filter(r -> r.status() == status).count();
    }

    private void printJson(List<ScenarioResult> results, String revision) throws JsonProcessingException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("policy_revision", revision);
        report.put("passed", count(results, Status.PASSED));
        report.put("failed", count(results, Status.FAILED));
        report.put("skipped", count(results, Status.SKIPPED));
        report.put("scenarios", results.stream().map(TestCommand::json).toList());
        PrintWriter out = spec.commandLine().getOut();
        out.println(Jackson.newObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report));
        out.flush();
    }

    private static Map<String, Object> json(ScenarioResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", result.suite());
        json.put("name", result.name());
        json.put("file", result.position().file());
        json.put("line", result.position().line());
        json.put("tags", result.tags());
        json.put("status", result.status().name().toLowerCase(Locale.ROOT));
        json.put("skip_reason", result.skipReason());
        json.put("rules", result.firedRules().stream().sorted().toList());
        json.put(
                "failures",
                result.failures().stream()
                        .map(f -> Map.of("position", f.position().toString(), "message", f.message(), "why", f.why()))
                        .toList());
        return json;
    }
}
