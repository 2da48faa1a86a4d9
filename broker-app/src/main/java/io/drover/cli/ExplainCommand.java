package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import io.drover.decision.DecisionStory;
import io.drover.decision.StoryText;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int FOUND = 200;
    private static final int SERVER_FAULT = 500;

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
    public Integer call() throws JsonProcessingException, InterruptedException {
        HttpResponse<String> answer = ask();
        if (answer.statusCode() != FOUND) {
            return refused(answer);
        }
        PrintWriter out = spec.commandLine().getOut();
        ObjectMapper mapper = Jackson.newObjectMapper();
        if (json) {
            out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(answer.body())));
        } else {
            DecisionStory story = mapper.readerFor(DecisionStory.class)
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(answer.body());
            out.print(StoryText.of(story, new StoryText.Look(Ansi.AUTO.enabled(), all)));
        }
        out.flush();
        return ExitCode.OK;
    }

    private HttpResponse<String> ask() throws InterruptedException {
        URI uri = broker.resolve("/api/v1/decisions/" + URLEncoder.encode(id, StandardCharsets.UTF_8));
        try {
            HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .timeout(PATIENCE)
                    .header("Authorization", "Bearer " + broker.key(System.getenv()))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UnreachableBrokerException(
                    "The broker at %s://%s does not answer: %s".formatted(uri.getScheme(), uri.getAuthority(), e));
        }
    }

    private int refused(HttpResponse<String> answer) {
        spec.commandLine().getErr().println(sentence(answer));
        return answer.statusCode() >= SERVER_FAULT ? ExitCode.UNREACHABLE : ExitCode.FAILED;
    }

    private static String sentence(HttpResponse<String> answer) {
        try {
            JsonNode error = Jackson.newObjectMapper().readTree(answer.body()).path("error");
            if (error.isTextual()) {
                return "The broker says: " + error.textValue() + ".";
            }
        } catch (JsonProcessingException e) {
            // Falls through: a broker always answers with JSON.
        }
        return "What answers there is no broker: HTTP status " + answer.statusCode() + ".";
    }
}
