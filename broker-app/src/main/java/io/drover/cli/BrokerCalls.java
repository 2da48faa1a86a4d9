package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls a broker's API with an operator's key. */
final class BrokerCalls {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int SERVER_FAULT = 500;
    private static final int REFUSED = 400;

    private final BrokerOptions broker;
    private final Duration patience;
    private final String key;
    private final ObjectMapper json = Jackson.newObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /** @param patience how long to wait for an answer */
    BrokerCalls(BrokerOptions broker, Duration patience) {
        this.broker = broker;
        this.patience = patience;
        key = broker.key(System.getenv());
    }

    /**
     * An answer.
     *
     * @param status the HTTP status
     * @param body its JSON
     */
    record Answer(int status, JsonNode body) {

        boolean isRefusal() {
            return status >= REFUSED;
        }

        /** What the broker says instead of doing what was asked. */
        String sentence() {
            JsonNode error = body.path("error");
            return error.isTextual()
                    ? "The broker says: " + error.textValue()
                    : "What answers there is no broker: HTTP status " + status + ".";
        }

        /** The code by which the verb ends after a refusal. */
        int exit() {
            return status >= SERVER_FAULT ? ExitCode.UNREACHABLE : ExitCode.FAILED;
        }
    }

    Answer get(String path) throws InterruptedException {
        return send(request(path).GET());
    }

    Answer post(String path, Object body) throws InterruptedException {
        try {
            return send(request(path)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(json.writeValueAsString(body))));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(broker.resolve(path))
                .timeout(patience)
                .header("Authorization", "Bearer " + key);
    }

    private Answer send(HttpRequest.Builder request) throws InterruptedException {
        HttpRequest built = request.build();
        try {
            HttpResponse<String> answer = client.send(built, BodyHandlers.ofString());
            return new Answer(answer.statusCode(), parsed(answer.body()));
        } catch (IOException e) {
            URI uri = built.uri();
            throw new UnreachableBrokerException(
                    "The broker at %s://%s does not answer: %s".formatted(uri.getScheme(), uri.getAuthority(), e));
        }
    }

    private JsonNode parsed(String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException e) {
            return json.missingNode();
        }
    }
}
