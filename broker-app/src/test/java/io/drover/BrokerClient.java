package io.drover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Talks to one broker instance as gateways, agents and operators do. Safe for use by many threads. */
final class BrokerClient {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String JSON_TYPE = "application/json";
    private static final JsonMapper JSON = new JsonMapper();

    private final URI base;

    BrokerClient(int port) {
        base = URI.create("http://127.0.0.1:" + port);
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Sends bytes as they are, and returns the status line that comes back. */
    String raw(String request) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    Answer resolve(Map<String, ?> fields) {
        return resolveLater(fields).join();
    }

    CompletableFuture<Answer> resolveLater(Map<String, ?> fields) {
        return send(gateway("/api/v1/broker/resolve", JSON_TYPE, json(fields)), String.valueOf(fields.get("username")));
    }

    Answer tokens(String form) {
        return send(gateway("/api/v1/broker/tokens", "application/x-www-form-urlencoded", form))
                .join();
    }

    Answer explain(Map<String, ?> fields) {
        return send(gateway("/api/v1/broker/explain", JSON_TYPE, json(fields))).join();
    }

    /** What a gateway tells of a placement. */
    Answer report(String decisionId, String event, Map<String, ?> fields) {
        return reportLater(decisionId, event, fields).join();
    }

    CompletableFuture<Answer> reportLater(String decisionId, String event, Map<String, ?> fields) {
        return send(gateway("/api/v1/broker/placements/" + decisionId + "/" + event, JSON_TYPE, json(fields)));
    }

    /** A request of a gateway with any body. */
    HttpRequest.Builder gateway(String path, String contentType, String body) {
        return request("POST", path, contentType, body).header("Authorization", "Bearer " + BrokerInstance.BROKER_KEY);
    }

    Answer operator(String method, String path, Object body) {
        return operatorLater(method, path, body).join();
    }

    CompletableFuture<Answer> operatorLater(String method, String path, Object body) {
        return send(request(method, path, JSON_TYPE, json(body))
                .header("Authorization", "Bearer " + BrokerInstance.OPERATOR_KEY));
    }

    Answer operatorDelete(String path) {
        return send(HttpRequest.newBuilder(base.resolve(path))
                        .DELETE()
                        .header("Authorization", "Bearer " + BrokerInstance.OPERATOR_KEY))
                .join();
    }

    Answer operatorGet(String path) {
        return operatorGetLater(path).join();
    }

    CompletableFuture<Answer> operatorGetLater(String path) {
        return send(HttpRequest.newBuilder(base.resolve(path))
                .header("Authorization", "Bearer " + BrokerInstance.OPERATOR_KEY));
    }

    Answer enroll(String name) {
        return enroll(name, BrokerInstance.ENROLLMENT_KEY);
    }

    Answer enroll(String name, String token) {
        return send(request(
                        "POST",
                        "/api/v1/agents/enroll",
                        JSON_TYPE,
                        json(Map.of("enrollment_token", token, "name", name, "machine_id", "machine-of-" + name))))
                .join();
    }

    Answer heartbeat(EnrolledHost host, String body) {
        return send(heartbeatRequest(host, body)).join();
    }

    HttpRequest.Builder heartbeatRequest(EnrolledHost host, String body) {
        return request("POST", "/api/v1/agents/heartbeat", JSON_TYPE, body)
                .header("X-Agent-ID", host.id())
                .header("Authorization", "Bearer " + host.token());
    }

    Answer get(String path) {
        return send(HttpRequest.newBuilder(base.resolve(path))).join();
    }

    HttpRequest.Builder request(String method, String path, String contentType, String body) {
        return HttpRequest.newBuilder(base.resolve(path))
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", contentType);
    }

    CompletableFuture<Answer> send(HttpRequest.Builder request) {
        return send(request, "");
    }

    private static CompletableFuture<Answer> send(HttpRequest.Builder request, String user) {
        long asked = System.nanoTime();
        return HTTP.sendAsync(request.timeout(PATIENCE).build(), BodyHandlers.ofString())
                .thenApply(response -> Answer.of(user, asked, response));
    }
}
