package io.drover.cli;

import io.drover.cli.Workbench.Ran;
import io.drover.cli.Workbench.WrongRules;
import io.drover.cli.Workbench.WrongSuites;
import io.drover.file.FileTrouble;
import io.drover.file.TextFile;
import io.drover.scenario.Problem;
import io.drover.scenario.coverage.Coverage;
import io.drover.scenario.report.HtmlReport;
import io.drover.scenario.report.JsonReport;
import io.drover.scenario.report.JunitReport;
import io.drover.scenario.report.RunReport;
import io.drover.scenario.report.TextReport;
import io.drover.scenario.run.ScenarioResult.Status;
import io.drover.scenario.run.Wanted;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
            "  4   less is covered than --min-coverage asks for",
            "  5   no scenario was found"
        })
final class TestCommand implements Callable<Integer> {

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
            paramLabel = "FOLDER",
            description = "The folder with the rules (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/rules")
    @SuppressWarnings("NullAway.Init")
    private Path rules;

    @Option(
            names = "--with",
            paramLabel = "FOLDER",
            description = "A folder with rules to add to them, to try before copying; may be given several times.")
    private List<Path> with = List.of();

    @Option(
            names = "--run",
            paramLabel = "TEXT",
            description = "Run only scenarios whose name has this in it, in any case; * stands for anything.")
    private String name = "";

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "Run only scenarios with this tag; given several times, with one of them.")
    private List<String> tags = List.of();

    @Option(
            names = "--not-tag",
            paramLabel = "TAG",
            description = "Leave out scenarios with this tag; may be given several times.")
    private List<String> unwanted = List.of();

    @Option(
            names = "--jobs",
            paramLabel = "NUMBER",
            description = "How many scenarios run at a time; the output is in the same order"
                    + " (default: one for each processor).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--failures-only", description = "Leave out the scenarios that are as expected.")
    private boolean failuresOnly;

    @Option(names = "--watch", description = "Run again whenever a rule, a suite or a fleet is saved, until Ctrl-C.")
    private boolean watch;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write JUnit XML to this file as well.")
    private @Nullable Path junit;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page for people to this file as well.")
    private @Nullable Path html;

    @Mixin
    private final WhyNotOptions whyNot = new WhyNotOptions();

    @Mixin
    private final CoverageOptions coverage = new CoverageOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be at least 1.");
        }
        if (watch && json) {
            throw new ParameterException(spec.commandLine(), "--watch prints text; --junit and --html go with it.");
        }
        if (!coverage.problem().isEmpty()) {
            throw new ParameterException(spec.commandLine(), coverage.problem());
        }
        Wanted wanted = new Wanted(name, tags, unwanted);
        try (Workbench bench = new Workbench(files, rules, with, wanted, jobs, InstantSource.system())) {
            if (watch) {
                return new TestWatch(bench, this::report, spec.commandLine().getOut()).run();
            }
            return report(bench.run());
        }
    }

    private int report(Workbench.Outcome outcome) throws IOException, InterruptedException {
        if (outcome instanceof Ran ran && whyNot.isWanted()) {
            return whyNot.tell(ran, spec.commandLine().getOut());
        } else if (outcome instanceof Ran ran) {
            return report(ran.report(), coverage.measure(ran, spec.commandLine().getErr()));
        }
        PrintWriter err = spec.commandLine().getErr();
        if (outcome instanceof WrongRules wrong) {
            wrong.problems().forEach(problem -> err.println(Refusals.text(rules, problem)));
            tellMachines(Refusals.json(rules, wrong.problems()));
            return ExitCode.BROKEN_RULES;
        }
        List<Problem> problems = ((WrongSuites) outcome).problems();
        problems.forEach(err::println);
        tellMachines(Refusals.ofSuites(problems));
        return ExitCode.USAGE;
    }

    private void tellMachines(String refusal) {
        if (json) {
            spec.commandLine().getOut().println(refusal);
            spec.commandLine().getOut().flush();
        }
    }

    private int report(RunReport report, @Nullable Coverage measured) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonReport.of(
                    report, measured == null ? Map.of() : Map.of("coverage", new CoverageReport(measured).json())));
        } else {
            new TextReport(Ansi.AUTO.enabled(), failuresOnly).print(report, out);
            out.print(measured == null ? "" : "\n" + new CoverageReport(measured).text());
        }
        out.flush();
        write(junit, writer -> JunitReport.write(report, writer));
        write(html, writer -> HtmlReport.write(report, writer));
        if (report.results().isEmpty()) {
            spec.commandLine().getErr().println("No scenario was found.");
            return ExitCode.NOTHING_TO_DO;
        }
        if (report.count(Status.FAILED) > 0) {
            return ExitCode.FAILED;
        }
        return measured == null ? ExitCode.OK : coverage.exitCode(measured);
    }

    @FunctionalInterface
    private interface Content {
        void write(Writer writer) throws XMLStreamException;
    }

    private static void write(@Nullable Path file, Content content) {
        if (file == null) {
            return;
        }
        try {
            StringWriter text = new StringWriter();
            content.write(text);
            TextFile.write(file, text.toString());
        } catch (IOException e) {
            throw new BadFileException(
                    "The report %s cannot be written: %s.".formatted(file, FileTrouble.reason(file, e)));
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }
}
