package io.drover.cli;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import io.drover.file.FileTrouble;
import io.drover.file.FilesBelow;
import io.drover.file.TextFile;
import io.drover.file.Utf8;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lays rule files out. */
@Command(
        name = "fmt",
        description = {
            "Lays rule files out in one way: lines, indents, blanks. Words, texts and comments stay as they are.",
            "Lists the files that are laid out otherwise, and changes nothing unless it is told to."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  drover fmt                   which files of the rules are laid out otherwise",
            "  drover fmt --diff            what would change",
            "  drover fmt --write rules     change it",
            "  drover fmt - <in.drl         from the standard input to the standard output, for editors",
            "",
            "Exit codes:",
            "  0   nothing is to be changed, or all was written",
            "  1   a file is laid out otherwise",
            "  2   a file is not there or cannot be read",
            "  3   a file holds no rules that can be read; the others are done"
        })
final class FmtCommand implements Callable<Integer> {

    private static final String ENDING = ".drl";
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final int LINES_AROUND = 3;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description = "Rule files, folders with rule files, or - for the standard input "
                    + "(default: the folder that the configuration file names).",
            arity = "0..*")
    private @Nullable List<Path> files;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file that names the folder (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/config.yml")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @ArgGroup(exclusive = true)
    private Mode mode = new Mode();

    /** What to do with files that are laid out otherwise. */
    private static final class Mode {

        @Option(names = "--check", description = "List them. This is the default.")
        private boolean check;

        @Option(names = "--diff", description = "Show what would change, as a unified diff.")
        private boolean diff;

        @Option(names = "--write", description = "Change them, and list them.")
        private boolean write;

        private boolean changesNothing() {
            return check || !write;
        }
    }

    private final RuleFormat format = new RuleFormat();
    private boolean anyOtherwise;
    private boolean anyBroken;

    @Override
    public Integer call() throws IOException {
        List<Path> named = files == null ? List.of(RuleFiles.configured(config)) : files;
        if (named.equals(List.of(STANDARD_INPUT))) {
            return standardInput();
        }
        for (Path file : ruleFiles(named)) {
            file(file);
        }
        spec.commandLine().getOut().flush();
        if (anyBroken) {
            return ExitCode.BROKEN_RULES;
        }
        return anyOtherwise && mode.changesNothing() ? ExitCode.FAILED : ExitCode.OK;
    }

    private static List<Path> ruleFiles(List<Path> named) {
        List<Path> found = new ArrayList<>();
        for (Path path : named) {
            if (!Files.exists(path)) {
                throw new BadFileException("There is no file or folder %s.".formatted(path));
            }
            try {
                FilesBelow.of(path).stream()
                        .filter(file -> file.equals(path) || file.toString().endsWith(ENDING))
                        .forEach(found::add);
            } catch (IOException e) {
                throw new BadFileException(
                        "%s cannot be read: %s.".formatted(RuleFiles.shown(path), FileTrouble.reason(path, e)));
            }
        }
        return found;
    }

    private int standardInput() throws IOException {
        try {
            String text = decoded(System.in.readAllBytes(), "The standard input");
            spec.commandLine().getOut().print(format.format("-", RuleSource.unmarked(text)));
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        } catch (BrokenRulesException e) {
            e.problems().forEach(spec.commandLine().getErr()::println);
            return ExitCode.BROKEN_RULES;
        }
    }

    private void file(Path file) {
        try {
            format(file);
        } catch (IOException e) {
            throw new BadFileException(
                    "%s cannot be laid out: %s.".formatted(RuleFiles.shown(file), FileTrouble.reason(file, e)));
        }
    }

    private void format(Path file) throws IOException {
        String shown = RuleFiles.shown(file);
        String text = decoded(Files.readAllBytes(file), file.toString());
        try {
            String laidOut = format.format(shown, RuleSource.unmarked(text));
            if (!laidOut.equals(text)) {
                anyOtherwise = true;
                otherwise(file, shown, text, laidOut);
            }
        } catch (BrokenRulesException e) {
            anyBroken = true;
            for (RuleProblem problem : e.problems()) {
                spec.commandLine().getErr().println(problem);
            }
        }
    }

    private static String decoded(byte[] text, String from) {
        try {
            return Utf8.text(text);
        } catch (CharacterCodingException e) {
            throw new BadFileException(from + " is not UTF-8.");
        }
    }

    private void otherwise(Path file, String shown, String text, String laidOut) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (mode.diff) {
            List<String> before = lines(text);
            UnifiedDiffUtils.generateUnifiedDiff(
                            shown, shown, before, DiffUtils.diff(before, lines(laidOut)), LINES_AROUND)
                    .forEach(line -> out.print(line + "\n"));
            return;
        }
        if (mode.write) {
            TextFile.write(file, laidOut);
        }
        out.print(shown + "\n");
    }

    /** Lines as a diff shows them: that the last one is not ended is told. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        String last = lines.remove(lines.size() - 1);
        if (!last.isEmpty()) {
            lines.add(last + "\n\\ No newline at end of file");
        }
        return lines;
    }
}
