package io.drover.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.jackson.Jackson;
import io.drover.decision.DecisionStory;
import io.drover.decision.StoryText;
import io.drover.decision.WhyNotAnswer;
import io.drover.decision.WhyNotText;
import io.drover.operator.BrokerClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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

    @Option(
            names = "--why-not",
            paramLabel = "HOST",
            description =
                    "Show why it was not this host, by id or name: what bars it or its score beside the chosen one's,"
                            + " and the first condition that failed of each rule that would have brought the user there.")
    private @Nullable String host;

    @Option(names = "--rule", paramLabel = "RULE", description = "With --why-not: ask about the rule of this id alone.")
    private @Nullable String rule;

    @Option(names = "--all", description = "Show every host, also those of other farms.")
    private boolean all;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (id.isBlank()) {
            throw new BadFileException("The decision's id is empty.");
        }
        if (host != null) {
            return whyNot(host);
        }
        JsonNode answer = broker.client().get("/api/v1/decisions/" + BrokerClient.encoded(id));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Answers.json(out, answer);
        } else {
            out.print(StoryText.of(read(answer, DecisionStory.class), new StoryText.Look(Ansi.AUTO.enabled(), all)));
        }
        out.flush();
        return ExitCode.OK;
    }

    private int whyNot(String asked) throws IOException, InterruptedException {
        String decision = "/api/v1/decisions/" + BrokerClient.encoded(id);
        DecisionStory story = read(broker.client().get(decision), DecisionStory.class);
        String agentId = story.agents().stream()
                .filter(one -> one.agentId().equals(asked) || one.hostname().equalsIgnoreCase(asked))
                .map(DecisionStory.Host::agentId)
                .findFirst()
                .orElse(asked);
        JsonNode answer = broker.client()
                .get(decision + "/why-not?agent=" + BrokerClient.encoded(agentId)
                        + (rule == null ? "" : "&rule=" + BrokerClient.encoded(rule)));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Answers.json(out, answer);
        } else {
            out.print(WhyNotText.of(
                    story,
                    agentId,
                    read(answer, WhyNotAnswer.class).rules(),
                    new StoryText.Look(Ansi.AUTO.enabled(), all)));
        }
        out.flush();
        return ExitCode.OK;
    }

    private static <T> T read(JsonNode answer, Class<T> type) throws IOException {
        return Jackson.newObjectMapper()
                .readerFor(type)
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(answer);
    }
}
