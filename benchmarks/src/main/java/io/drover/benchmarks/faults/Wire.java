package io.drover.benchmarks.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.drover.benchmarks.history.Fault;
import io.drover.benchmarks.history.Span;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sends requests to the brokers, each within the patience of a caller. Safe for use by many threads. */
final class Wire {

    static final String ENROLLMENT_KEY = "enrolment-of-the-fault-run-1d07";
    static final String GATEWAY_KEY = "gateway-of-the-fault-run-93ba52";
    static final String OPERATOR_KEY = "operator-of-the-fault-run-c4e1";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> REFUSALS = Set.of("storage_unavailable", "no_eligible_host", "not_ready");

    private final RunClock clock;
    private final List<BrokerNode> brokers;
    private final Journal journal;
    private final Duration patience;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    Wire(RunClock clock, List<BrokerNode> brokers, Journal journal, Duration patience) {
        this.clock = clock;
        this.brokers = brokers;
        this.journal = journal;
        this.patience = patience;
    }

    int brokers() {
        return brokers.size();
    }

    Reply gateway(int broker, String path, Map<String, ?> body) {
        return send(broker, "POST", path, body, List.of("Authorization", "Bearer " + GATEWAY_KEY));
    }

    Reply operator(int broker, String method, String path, Map<String, ?> body, String... headers) {
        List<String> all = new ArrayList<>(List.of("Authorization", "Bearer " + OPERATOR_KEY));
        all.addAll(List.of(headers));
        return send(broker, method, path, body, all);
    }

    Reply send(int broker, String method, String path, Map<String, ?> body, List<String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        brokers.get(broker).address().resolve(path))
                .timeout(patience)
                .header("Content-Type", "application/json");
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        try {
            request.method(
                    method,
                    method.equals("GET")
                            ? BodyPublishers.noBody()
                            : BodyPublishers.ofString(JSON.writeValueAsString(body)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
        return answer(broker, method + " " + path, request.build());
    }

    private Reply answer(int broker, String what, HttpRequest request) {
        long asked = clock.now();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            Reply reply = new Reply(
                    new Span(asked, clock.now()),
                    broker,
                    response.statusCode(),
                    read(response.body()),
                    response.body());
            if (isFault(reply)) {
                journal.fault(new Fault(reply.span(), broker, what, reply.status() + " " + reply.text()));
            }
            return reply;
        } catch (IOException e) {
            return new Reply(new Span(asked, clock.now()), broker, 0, MissingNode.getInstance(), String.valueOf(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply(new Span(asked, clock.now()), broker, 0, MissingNode.getInstance(), "interrupted");
        }
    }

    private static JsonNode read(String body) {
        try {
            return body.isEmpty() ? MissingNode.getInstance() : JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** What a sound request is never answered. */
    private static boolean isFault(Reply reply) {
        return reply.status() >= 500
                ? reply.status() != 503 || !REFUSALS.contains(reply.code())
                : reply.status() >= 400 && !Set.of(404, 409, 412).contains(reply.status());
    }
}
