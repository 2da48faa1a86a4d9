package io.drover.cli;

import com.google.common.base.Throwables;
import io.drover.BadConfigException;
import io.drover.auth.KeysException;
import io.drover.database.DatabaseException;
import io.drover.operator.NoSuchAgentException;
import io.drover.operator.RefusedException;
import io.drover.operator.UnreachableException;
import io.drover.policy.BrokenRulesException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: one verb each for what a person does with Drover. */
@Command(
        name = "drover",
        description = "Places users of Apache Guacamole on the hosts of RDS farms, by rules that you can read.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            CheckCommand.class,
            FmtCommand.class,
            DocsCommand.class,
            TestCommand.class,
            SchemaCommand.class,
            SnapshotCommand.class,
            ExplainCommand.class,
            AgentsCommand.class,
            FarmsCommand.class,
            ResourcesCommand.class,
            LeasesCommand.class,
            DecisionsCommand.class,
            AuditCommand.class,
            ApplyCommand.class,
            ExportCommand.class,
            PolicyCommand.class,
            ReplayCommand.class,
            CaptureCommand.class,
            SimulateCommand.class,
            DatabaseCommand.class
        })
public final class Main implements Runnable {

    /** Refusals that another key would not meet. */
    private static final Set<String> KEY_CODES = Set.of("invalid_credential", "forbidden");

    /** What Java puts for what it cannot read. */
    private static final char UNREAD = '\uFFFD';

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /**
     * Runs the verb and ends the process with its exit code. What it writes is the same whatever the machine's locale.
     */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        ConsoleLog.showWarnings();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        if (Stream.of(args).anyMatch(argument -> argument.indexOf(UNREAD) >= 0)) {
            err.println("An argument cannot be read in the locale of this machine; set LC_ALL=C.UTF-8.");
            System.exit(ExitCode.USAGE);
        }
        System.exit(run(commandLine().setOut(out).setErr(err), args));
    }

    private static int run(CommandLine commandLine, String... args) {
        try {
            return commandLine.execute(args);
        } catch (StackOverflowError | OutOfMemoryError e) {
            commandLine.getErr().println("This is a fault of Drover itself, please report it: " + e);
            return ExitCode.BUG;
        }
    }

    /** The parser with every verb; what it prints goes where its two writers lead. */
    static CommandLine commandLine() {
        return HelpTexts.completed(new CommandLine(new Main()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, command, parsed) -> report(exception, command));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A verb is missing.");
    }

    private static int report(Exception exception, CommandLine command) {
        PrintWriter err = command.getErr();
        if (isEnding()) {
            err.println("Stopped.");
            return ExitCode.FAILED;
        }
        if (exception instanceof DatabaseException || exception instanceof UnreachableException) {
            err.println(exception.getMessage());
            return ExitCode.UNREACHABLE;
        }
        if (exception instanceof RefusedException refused) {
            err.println(refused.getMessage());
            if (KEY_CODES.contains(refused.code())) {
                keyOf(command).ifPresent(err::println);
            }
            return refused.isFault() ? ExitCode.UNREACHABLE : ExitCode.FAILED;
        }
        if (exception instanceof BadFileException
                || exception instanceof BadConfigException
                || exception instanceof NoSuchAgentException
                || exception instanceof KeysException) {
            err.println(exception.getMessage());
            return ExitCode.USAGE;
        }
        if (Throwables.getRootCause(exception) instanceof BindException) {
            err.println(cannotListen(exception));
            return ExitCode.USAGE;
        }
        if (exception instanceof BrokenRulesException broken
                && broken.problems().isEmpty()) {
            err.println("The rules do not pass the suites of policy.suites:");
            err.println(exception.getMessage());
            return ExitCode.FAILED;
        }
        if (exception instanceof BrokenRulesException broken) {
            err.println(heading(broken));
            err.println(exception.getMessage());
            return ExitCode.BROKEN_RULES;
        }
        err.println("This is a fault of Drover itself, please report it:");
        exception.printStackTrace(err);
        return ExitCode.BUG;
    }

    /** A folder that is not there holds no rules that do not compile. */
    static String heading(BrokenRulesException broken) {
        boolean inFiles =
                broken.problems().stream().anyMatch(problem -> !problem.file().isEmpty());
        return inFiles ? "The rules do not compile:" : "The rules cannot be used:";
    }

    /** Whether the process is being stopped, by Ctrl-C for example: what fails because of that is no fault. */
    static boolean isEnding() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Where the verb found its key, if it is one that asks a broker. */
    private static Optional<String> keyOf(CommandLine command) {
        return command.getCommandSpec().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(BrokerOptions.class::isInstance)
                .map(options -> ((BrokerOptions) options).aboutTheKey(System.getenv()))
                .findFirst();
    }

    private static String cannotListen(Exception exception) {
        List<Throwable> chain = Throwables.getCausalChain(exception);
        return "%s: %s. The connectors are under server in the configuration file."
                .formatted(
                        chain.get(Math.max(0, chain.size() - 2)).getMessage(),
                        chain.get(chain.size() - 1).getMessage());
    }
}
