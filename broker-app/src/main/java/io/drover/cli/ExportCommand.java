package io.drover.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.operator.FleetExport;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes farms, resources and agents as a file that can be applied. */
@Command(
        name = "export",
        description = "Prints farms, resources and the control of agents as a file for the verb apply.",
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Option(names = "--json", description = "Print JSON, which is YAML too.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        ObjectNode fleet = FleetExport.of(broker.client());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Answers.json(out, fleet);
        } else {
            Answers.yaml(out, fleet);
        }
        out.flush();
        return ExitCode.OK;
    }
}
