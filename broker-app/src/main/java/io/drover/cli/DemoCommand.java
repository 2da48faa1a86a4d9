package io.drover.cli;

import io.drover.demo.BadFolderException;
import io.drover.demo.Demo;
import io.drover.demo.DemoException;
import io.drover.demo.DemoFolder;
import io.drover.demo.DemoJson;
import io.drover.demo.DemoResult;
import io.drover.demo.DemoText;
import io.drover.demo.Progress;
import io.drover.policy.RuleSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows a broker at work on a small fleet, and checks what it does. */
@Command(
        name = "demo",
        description = {
            "Shows a broker at work on a small fleet, and checks what it does.",
            "",
            "Starts a broker on a free port with a PostgreSQL server of its own, lets six simulated hosts and this"
                    + " machine enrol and report over HTTP, clicks connections as Guacamole does for its users, and"
                    + " prints for each click the host, the reason and what the rules said. Every answer is compared"
                    + " with what the shipped rules lead to. Then everything is stopped.%n",
            "Data, keys, rules and log of the demo's broker stay in its folder. A further run keeps the database and"
                    + " the keys, removes the hosts, farms and resources that it finds there, and copies the rules"
                    + " anew. To see which placements follow a change, copy the rules, change the copy, and name it with"
                    + " --rules: what then differs from the shipped rules is listed, and is no failure.%n"
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   every placement was right; with rules of your own, some may differ",
            "  1   a placement was wrong, or a call was refused",
            "  2   a folder is missing or has other files",
            "  3   the rules do not compile",
            "  6   the database cannot be started"
        })
final class DemoCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where the demo's broker keeps its data, keys, rules and log (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/data/demo")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Option(
            names = "--rules",
            paramLabel = "DIR",
            description = "The rules that are copied there (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/rules")
    @SuppressWarnings("NullAway.Init")
    private Path rules;

    @Option(
            names = "--binaries",
            paramLabel = "DIR",
            description = "Where the PostgreSQL programs are unpacked, once (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/data/postgres-binaries")
    @SuppressWarnings("NullAway.Init")
    private Path binaries;

    @Option(names = "--json", description = "Print JSON instead of a table.")
    private boolean json;

    @Option(names = "--started", hidden = true, description = "When the command was given, in seconds since 1970.")
    private @Nullable Double started;

    @Option(names = "--shipped", hidden = true, description = "The revision of the shipped rules.")
    private @Nullable String shipped;

    @Override
    public Integer call() throws Exception {
        RuleSource source = RuleFiles.read(rules).source();
        DemoFolder home = new DemoFolder(folder, binaries);
        if (!home.isFree()) {
            throw new BadFileException(
                    "The folder %s has other files than the demo's; name another with --folder.".formatted(folder));
        }
        PrintWriter err = spec.commandLine().getErr();
        try {
            DemoResult result = new Demo(home, new Progress(err, InstantSource.system(), start()))
                    .run(source, isShipped(source), shown -> print(shown, home));
            return verdict(result, source, err);
        } catch (BadFolderException e) {
            throw new BadFileException(e.getMessage() + " Name another with --folder.");
        } catch (DemoException e) {
            if (Main.isEnding()) {
                throw e;
            }
            err.println("The demo cannot go on: " + e.getMessage());
            err.println("The broker's log is " + home.log());
            return ExitCode.FAILED;
        }
    }

    private boolean isShipped(RuleSource source) {
        return (shipped == null ? ShippedRules.revision() : Optional.of(shipped))
                .map(source.revision()::equals)
                .orElse(true);
    }

    private Instant start() {
        return started == null
                ? ProcessHandle.current().info().startInstant().orElseGet(Instant::now)
                : Instant.ofEpochMilli(Math.round(started * 1000));
    }

    private void print(DemoResult result, DemoFolder home) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(DemoJson.of(result));
        } else {
            out.print(DemoText.of(result, Ansi.AUTO.enabled()));
            out.print(whatNext(result, home));
        }
        out.flush();
    }

    private static String whatNext(DemoResult result, DemoFolder home) {
        return """

                Data, keys (keys.yml) and log (drover.log) of this broker are in %s. To go on:
                  ./drover serve --config %s
                      runs it again, on port 8080, with everything that is in its database; the
                      simulated hosts report no more, so nobody is placed before hosts of yours enrol
                  ./drover explain %s --key-file %s
                      tells one decision while it runs
                  ./drover test
                      runs the policy's scenarios
                  ./drover serve
                      runs a broker of your own by config.yml
                Or copy rules/ to a folder of your own, change a line there, and see which placements
                follow it: ./drover demo --rules FOLDER
                """.formatted(
                        here(home.path()), here(home.config()), result.first().decisionId(), here(home.keyFile()));
    }

    /** As one would write it in the folder that one is in. */
    private static Path here(Path path) {
        Path current = Path.of("").toAbsolutePath();
        return path.startsWith(current) ? current.relativize(path) : path;
    }

    private static int verdict(DemoResult result, RuleSource source, PrintWriter err) {
        List<String> differences = result.differences();
        if (!differences.isEmpty()) {
            err.println("Your rules, revision %s, are not the shipped ones; %s:"
                    .formatted(
                            source.revision(),
                            differences.size() == 1
                                    ? "one placement differs"
                                    : differences.size() + " placements differ"));
            differences.forEach(difference -> err.println("  " + difference));
            err.flush();
        }
        List<String> flaws = result.flaws();
        if (flaws.isEmpty()) {
            return ExitCode.OK;
        }
        err.println(flaws.size() + (flaws.size() == 1 ? " placement was" : " placements were") + " wrong:");
        flaws.forEach(flaw -> err.println("  " + flaw));
        err.flush();
        return ExitCode.FAILED;
    }
}
