package io.drover.cli;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.dropwizard.jackson.Jackson;
import io.drover.file.FileTrouble;
import io.drover.file.TextFile;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.lint.RuleCatalogue;
import io.drover.policy.report.CatalogueText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the catalogue of the rules. */
@Command(
        name = "docs",
        description =
                "Writes the catalogue of the rules, as a page of Markdown: what each rule looks at, reads and says.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  drover docs                              the page, on the standard output",
            "  drover docs --out docs/reference/rules.md",
            "",
            "Exit codes:",
            "  0   it was written",
            "  2   the folder or file is not there, cannot be read or written, or has no rules",
            "  3   the rules break their contract; drover check says where"
        })
final class DocsCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "Write it to a file instead of the standard output.")
    private @Nullable Path target;

    @Option(names = "--json", description = "Write JSON instead of Markdown.")
    private boolean json;

    @Override
    public Integer call() throws IOException, BrokenRulesException {
        RuleFiles files = rules.read();
        RuleCatalogue catalogue = RuleCatalogue.of(files.source());
        write(json ? json(catalogue) : CatalogueText.of(catalogue));
        return ExitCode.OK;
    }

    private static String json(RuleCatalogue catalogue) throws IOException {
        return Jackson.newObjectMapper()
                        .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(catalogue)
                + "\n";
    }

    private void write(String text) {
        if (target == null) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(text);
            out.flush();
            return;
        }
        try {
            TextFile.write(target, text);
        } catch (IOException e) {
            throw new BadFileException("%s cannot be written: %s.".formatted(target, FileTrouble.reason(target, e)));
        }
    }
}
