package io.drover.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import io.drover.decision.DecisionStory;
import io.drover.decision.StoryText;
import io.drover.operator.BrokerClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints why a user was sent where. */
@Command(
        name = "explain",
        description = "Prints why a user was sent where: the decision with every host's score and what bars it.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   the decision was printed",
            "  1   the broker has no such decision, or refuses the key",
            "  2   there is no key",
            "  6   the broker cannot be reached"
        })
final class ExplainCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Parameters(paramLabel = "ID", description = "The decision's id, as the placement's answer names it.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--all", description = "Show every host, also those of other farms.")
    private boolean all;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode answer = broker.client().get("/api/v1/decisions/" + BrokerClient.encoded(id));
        PrintWriter out = spec.commandLine().getOut();
        ObjectMapper mapper = Jackson.newObjectMapper();
        if (json) {
            out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(answer));
        } else {
            DecisionStory story = mapper.readerFor(DecisionStory.class)
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(answer);
            out.print(StoryText.of(story, new StoryText.Look(Ansi.AUTO.enabled(), all)));
        }
        out.flush();
        return ExitCode.OK;
    }
}
