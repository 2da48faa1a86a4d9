package io.drover.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.dropwizard.jackson.Jackson;
import io.drover.auth.PlainKeys;
import io.drover.decision.DecisionStory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** The broker as its callers see it: HTTP, with the key of each class of callers. Safe for use by many threads. */
final class BrokerApi {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int NOT_FOUND = 404;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final ObjectMapper mapper =
            Jackson.newObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private final HttpClient client;
    private final URI base;
    private final PlainKeys keys;

    BrokerApi(HttpClient client, URI base, PlainKeys keys) {
        this.client = client;
        this.base = base;
        this.keys = keys;
    }

    /** An operator's call with a body. */
    Answer operator(String method, String path, Object body) {
        return send(json(method, path, body).header("Authorization", operatorKey()));
    }

    /** An operator's call without one. */
    Answer operator(String method, String path) {
        return send(request(path).method(method, BodyPublishers.noBody()).header("Authorization", operatorKey()));
    }

    /** A machine's enrolment. */
    Answer enroll(String name, String machineId) {
        return send(json(
                "POST",
                "/api/v1/agents/enroll",
                Map.of("enrollment_token", keys.enrollment(), "name", name, "machine_id", machineId)));
    }

    /** An agent's report. */
    Answer heartbeat(String agentId, String token, Object body) {
        return send(json("POST", "/api/v1/agents/heartbeat", body)
                .header("X-Agent-ID", agentId)
                .header("Authorization", "Bearer " + token));
    }

    /** A gateway's question for a host. */
    CompletableFuture<Answer> resolve(Map<String, String> fields) {
        return sendLater(json("POST", "/api/v1/broker/resolve", fields).header("Authorization", brokerKey()));
    }

    /** A gateway's question for a connection's tokens. */
    CompletableFuture<Answer> tokens(Map<String, String> fields) {
        String form = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return sendLater(request("/api/v1/broker/tokens")
                .POST(BodyPublishers.ofString(form))
                .header("Content-Type", FORM)
                .header("Authorization", brokerKey()));
    }

    /** What would be decided now, and why. */
    DecisionStory explain(Map<String, String> fields) {
        return story(send(json("POST", "/api/v1/broker/explain", fields).header("Authorization", brokerKey())));
    }

    /** The record of a decision; empty until it is written. */
    Optional<DecisionStory> decision(String id) {
        Answer answer = operator("GET", "/api/v1/decisions/" + id);
        return answer.status() == NOT_FOUND ? Optional.empty() : Optional.of(story(answer));
    }

    private DecisionStory story(Answer answer) {
        try {
            return mapper.treeToValue(answer.expectGood().body(), DecisionStory.class);
        } catch (JsonProcessingException e) {
            throw new DemoException("the explanation cannot be read: " + e.getMessage(), e);
        }
    }

    private String operatorKey() {
        return "Bearer " + keys.operators().get(0).secret();
    }

    private String brokerKey() {
        return "Bearer " + keys.broker().get(0).secret();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
    }

    private HttpRequest.Builder json(String method, String path, Object body) {
        try {
            return request(path)
                    .method(method, BodyPublishers.ofByteArray(mapper.writeValueAsBytes(body)))
                    .header("Content-Type", JSON);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private Answer send(HttpRequest.Builder builder) {
        try {
            return sendLater(builder).join();
        } catch (CompletionException e) {
            throw new DemoException("the broker did not answer: " + e.getCause(), e);
        }
    }

    private CompletableFuture<Answer> sendLater(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        String call = request.method() + " " + request.uri().getPath();
        return client.sendAsync(request, BodyHandlers.ofString())
                .thenApply(response -> new Answer(call, response.statusCode(), body(response), response.body()));
    }

    private JsonNode body(HttpResponse<String> response) {
        boolean json = response.headers().firstValue("Content-Type").orElse("").startsWith(JSON);
        try {
            return json ? mapper.readTree(response.body()) : MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            throw new DemoException("the broker's answer is no JSON: " + response.body(), e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
