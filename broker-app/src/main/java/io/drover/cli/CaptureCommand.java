package io.drover.cli;

import io.drover.decision.Recording.Recorded;
import io.drover.file.FileTrouble;
import io.drover.file.TextFile;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleSource;
import io.drover.replay.BrokerRecords;
import io.drover.replay.Capture;
import io.drover.replay.Capture.Captured;
import io.drover.replay.Replay;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a scenario of a recorded decision. */
@Command(
        name = "capture",
        description =
                "Makes a scenario of a decision that a broker recorded, with names that tell nothing, and runs it:"
                        + " what is printed passes.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   the scenario was written, and passes",
            "  1   there is no such decision, or it does not come out the same by these rules",
            "  2   there is no key, or a file cannot be written",
            "  3   the rules do not compile",
            "  6   the broker cannot be reached"
        })
final class CaptureCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Parameters(paramLabel = "ID", description = "The decision's id, as the placement's answer names it.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(
            names = "--rules",
            paramLabel = "FOLDER",
            description = "The rules that decided; what they name keeps its name (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/rules")
    @SuppressWarnings("NullAway.Init")
    private Path rules;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write there instead of to the standard output; an existing file is left alone.")
    private @Nullable Path out;

    @Option(names = "--real-names", description = "Leave all names as they are.")
    private boolean realNames;

    @Override
    public Integer call() throws InterruptedException, BrokenRulesException {
        if (id.isBlank()) {
            throw new BadFileException("The decision's id is empty.");
        }
        RuleSource source = RuleFiles.folder(rules);
        BrokerRecords records = new BrokerRecords(broker.client());
        Recorded recorded = records.find(id).orElse(null);
        if (recorded == null) {
            return failed("There is no decision " + id + ".", List.of());
        }
        if (!Replay.isReplayable(recorded)) {
            return failed("Decision " + id + " cannot be made again: what it was made on was not recorded.", List.of());
        }
        Captured captured = new Capture(source, realNames)
                .of(recorded.record(), records.recording(List.of(recorded)).upTo(recorded.version()));
        if (!captured.failures().isEmpty()) {
            return failed(differs(recorded, source), captured.failures());
        }
        write(captured.text());
        return ExitCode.OK;
    }

    private String differs(Recorded recorded, RuleSource source) {
        String revision = Objects.requireNonNull(recorded.record().decision()).revision();
        String hint = revision.equals(source.revision())
                ? "Chance, a failed connection or rules about a name may be the reason; try --real-names."
                : "It was made by revision " + revision + ", the rules in " + rules + " are " + source.revision() + ".";
        return "Decision " + id + " does not come out the same by these rules. " + hint;
    }

    private int failed(String sentence, List<String> details) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(sentence);
        details.forEach(detail -> err.println("  " + detail));
        return ExitCode.FAILED;
    }

    private void write(String text) {
        if (out == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
            return;
        }
        try {
            TextFile.create(out, text);
        } catch (FileAlreadyExistsException e) {
            throw new BadFileException("The scenario cannot be written: %s exists already.".formatted(e.getFile()));
        } catch (IOException e) {
            throw new BadFileException("The scenario cannot be written: %s.".formatted(FileTrouble.reason(out, e)));
        }
    }
}
