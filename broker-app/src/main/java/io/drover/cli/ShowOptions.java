package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How one thing is asked for and shown, whole. */
final class ShowOptions {

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Option(names = "--json", description = "Print JSON instead of YAML.")
    private boolean json;

    BrokerClient client() {
        return broker.client();
    }

    int print(PrintWriter out, JsonNode answer) {
        if (json) {
            Answers.json(out, answer);
        } else {
            Answers.yaml(out, answer);
        }
        out.flush();
        return ExitCode.OK;
    }
}
