package io.drover.cli;

import io.drover.scenario.parse.SuiteSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the schema of suites and fleets. */
@Command(
        name = "schema",
        description = {
            "Prints the JSON Schema of scenario suites and fleets, by which editors complete and check them.",
            "It is shipped as policy-tests/scenarios.schema.json; name it in the first line of a file:",
            "  # yaml-language-server: $$schema=../../scenarios.schema.json"
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {"  0   the schema was printed", "  2   the command line is wrong"})
final class SchemaCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(SuiteSchema.text());
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
