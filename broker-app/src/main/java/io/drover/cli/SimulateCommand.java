package io.drover.cli;

import io.drover.file.FileTrouble;
import io.drover.file.TextFile;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Problem;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.StrictYaml;
import io.drover.scenario.parse.SuiteFiles;
import io.drover.simulate.Comparison;
import io.drover.simulate.Simulator;
import io.drover.simulate.Storm;
import io.drover.simulate.StormParser;
import io.drover.simulate.StormReport;
import io.drover.simulate.report.StormJson;
import io.drover.simulate.report.StormPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets storms of logons come over rules, without a server or a database. */
@Command(
        name = "simulate",
        description = "Lets storms of logons come over the rules in virtual time, without a server or a database, and"
                + " over other ways to balance beside them. Without arguments it lists the storms that are there.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   every goal is reached",
            "  1   a goal is missed",
            "  2   the command line or a storm file is wrong",
            "  3   the rules do not compile",
            "  5   no storm was found"
        })
final class SimulateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Storms, or folders with storms.", arity = "0..*")
    private List<Path> files = List.of();

    @Option(
            names = "--rules",
            paramLabel = "FOLDER",
            description = "A folder with rules; given several times, they are compared (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/rules")
    @SuppressWarnings("NullAway.Init")
    private List<Path> rules;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "What chance is drawn from, in place of the storm's own; may be given several times.")
    private List<Long> seeds = List.of();

    @Mixin
    private final StormOptions options = new StormOptions();

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with charts to this file as well.")
    private @Nullable Path html;

    @Override
    public Integer call() throws IOException {
        if (!files.isEmpty() && options.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A storm is in a file or made of options, not both: %s.".formatted(options.given()));
        }
        if (files.isEmpty() && !options.isGiven()) {
            return list();
        }
        List<Problem> problems = new ArrayList<>();
        List<Storm> storms =
                options.isGiven() ? List.of(options.storm(seeds, spec.commandLine())) : read(files, problems);
        if (!problems.isEmpty()) {
            problems.forEach(spec.commandLine().getErr()::println);
            return refused(Refusals.ofSuites(problems), ExitCode.USAGE);
        }
        if (storms.isEmpty()) {
            spec.commandLine().getErr().println("No storm was found.");
            return ExitCode.NOTHING_TO_DO;
        }
        return run(storms);
    }

    private int list() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path shipped = Path.of(System.getProperty("drover.home", "."), "policy-tests", "storms");
        out.println(
                "Name a storm, a folder of storms, or make one: ./drover simulate --hosts=10 --logons=300 --rate=10");
        List<Problem> problems = new ArrayList<>();
        List<Storm> storms = Files.isDirectory(shipped) ? read(List.of(shipped), problems) : List.of();
        if (!storms.isEmpty()) {
            out.println();
            out.println(new Table(
                    List.of("STORM", "FILE"),
                    storms.stream()
                            .map(storm -> List.of(storm.name(), RuleFiles.shown(Path.of(storm.file()))))
                            .toList()));
        }
        out.flush();
        problems.forEach(spec.commandLine().getErr()::println);
        return problems.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
    }

    private List<Storm> read(List<Path> places, List<Problem> problems) {
        List<Storm> storms = new ArrayList<>();
        StormParser parser = new StormParser(Sources.FILES);
        for (Path file : find(places)) {
            StrictYaml.Reading<Storm> reading = parser.parse(file);
            if (reading instanceof StrictYaml.Good<Storm> good) {
                storms.add(seeds.isEmpty() ? good.value() : good.value().withSeeds(seeds));
            } else if (reading instanceof StrictYaml.Bad<Storm> bad) {
                problems.addAll(bad.problems());
            }
        }
        return storms;
    }

    private static List<Path> find(List<Path> places) {
        try {
            return SuiteFiles.find(places, StormParser.ENDING);
        } catch (NoSuchFileException e) {
            throw new BadFileException("There is no file or folder %s.".formatted(e.getFile()));
        } catch (IOException | UncheckedIOException e) {
            throw new BadFileException("The storms cannot be read: %s".formatted(e.getMessage()));
        }
    }

    private int run(List<Storm> storms) throws IOException {
        Map<String, CompiledRules> compiled = new LinkedHashMap<>();
        try {
            RuleLoader loader = new RuleLoader(false);
            for (Path folder : new LinkedHashSet<>(rules)) {
                try {
                    compiled.put(
                            name(folder), loader.load(RuleFiles.read(folder).source()));
                } catch (BrokenRulesException e) {
                    e.problems()
                            .forEach(problem -> spec.commandLine().getErr().println(Refusals.text(folder, problem)));
                    return refused(Refusals.json(folder, e.problems()), ExitCode.BROKEN_RULES);
                }
            }
            List<String> unknown = unknownStrategies(storms, compiled);
            if (!unknown.isEmpty()) {
                unknown.forEach(spec.commandLine().getErr()::println);
                return ExitCode.USAGE;
            }
            Simulator simulator = new Simulator(compiled, Comparison.ALL);
            List<StormReport> reports = storms.stream().map(simulator::run).toList();
            print(reports);
            write(reports);
            return reports.stream().allMatch(StormReport::isGood) ? ExitCode.OK : ExitCode.FAILED;
        } finally {
            compiled.values().forEach(CompiledRules::close);
        }
    }

    private static List<String> unknownStrategies(List<Storm> storms, Map<String, CompiledRules> compiled) {
        List<String> unknown = new ArrayList<>();
        for (Storm storm : storms) {
            compiled.forEach((folder, rules) -> {
                if (!rules.strategies().knows(storm.strategy())) {
                    unknown.add("%s: strategy %s (%s)"
                            .formatted(storm.name(), rules.strategies().refusal(storm.strategy()), folder));
                }
            });
        }
        return unknown;
    }

    /** From the folder at hand where it is below that, else as it was given. */
    private static String name(Path folder) {
        String shown = RuleFiles.shown(folder);
        return Path.of(shown).isAbsolute() ? folder.toString().replace('\\', '/') : shown;
    }

    private int refused(String reasons, int exit) {
        if (json) {
            spec.commandLine().getOut().println(reasons);
            spec.commandLine().getOut().flush();
        }
        return exit;
    }

    private void print(List<StormReport> reports) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(StormJson.of(reports).toPrettyString());
        } else {
            for (int i = 0; i < reports.size(); i++) {
                out.print(i == 0 ? "" : System.lineSeparator());
                StormText.print(reports.get(i), out);
            }
        }
        out.flush();
    }

    private void write(List<StormReport> reports) {
        Path file = html;
        if (file == null) {
            return;
        }
        try {
            StringWriter page = new StringWriter();
            StormPage.write(reports, page);
            TextFile.write(file, page.toString());
        } catch (IOException e) {
            throw new BadFileException(
                    "The page %s cannot be written: %s.".formatted(file, FileTrouble.reason(file, e)));
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }
}
