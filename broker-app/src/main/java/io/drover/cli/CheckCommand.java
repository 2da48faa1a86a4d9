package io.drover.cli;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleProblem;
import io.drover.policy.report.ReportFormat;
import io.drover.policy.report.RuleReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks rules without a server or a database. */
@Command(
        name = "check",
        description = {
            "Checks rules: what a rule may be first, then whether they compile. Needs no server and no database.",
            "Prints each fault with its place and what to do about it, and nothing when all is well."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  drover check                          the rules that the broker would take",
            "  drover check rules-new                another folder, before it goes live",
            "  drover check --format github          annotations for a pull request",
            "  drover check --format sarif >a.sarif  for code scanners and editors",
            "",
            "Exit codes:",
            "  0   nothing is wrong",
            "  2   the folder or file is not there, cannot be read, or has no rules",
            "  3   something is wrong"
        })
final class CheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @ArgGroup(exclusive = true)
    private @Nullable Format format;

    /** How to print what was found. */
    private static final class Format {

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "How to print what was found: ${COMPLETION-CANDIDATES} (default: text).")
        private @Nullable ReportFormat format;

        @Option(names = "--json", description = "The same as --format json.")
        private boolean json;

        private ReportFormat chosen() {
            if (json) {
                return ReportFormat.JSON;
            }
            return format == null ? ReportFormat.TEXT : format;
        }
    }

    @Override
    public Integer call() {
        RuleFiles files = rules.read();
        List<RuleProblem> problems = problems(files);
        RuleReport report = RuleReport.of(files.source(), problems, files::shown);
        ReportFormat chosen = format == null ? ReportFormat.TEXT : format.chosen();
        PrintWriter out = spec.commandLine().getOut();
        out.print(chosen.write(report, Version.number(), Ansi.AUTO.enabled()));
        out.flush();
        return problems.isEmpty() ? ExitCode.OK : ExitCode.BROKEN_RULES;
    }

    private static List<RuleProblem> problems(RuleFiles files) {
        try {
            new RuleLoader(false).load(files.source()).close();
            return List.of();
        } catch (BrokenRulesException e) {
            return e.problems();
        }
    }
}
