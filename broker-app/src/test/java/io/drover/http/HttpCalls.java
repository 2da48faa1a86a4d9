package io.drover.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Calls a server on this machine, and reads what it answers as JSON. */
public abstract class HttpCalls {

    private final ObjectMapper json = StrictJson.mapper();
    private final HttpClient client = HttpClient.newHttpClient();

    /** Where it listens. */
    public abstract int port();

    /** A request without a credential. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    /** A request with a bearer key. */
    public HttpRequest.Builder request(String path, String key) {
        return request(path).header("Authorization", "Bearer " + key);
    }

    public Answer get(String path, String key) {
        return send(request(path, key).GET());
    }

    public Answer post(String path, String key, String body) {
        return send(
                request(path, key).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    /** Any method with a JSON body, on condition that the version is still this one. */
    public Answer sendIf(String etag, String method, String path, String key, String body) {
        return send(request(path, key)
                .header("Content-Type", "application/json")
                .header("If-Match", etag)
                .method(method, publisher(body)));
    }

    /** Any method with a JSON body. */
    public Answer send(String method, String path, String key, String body) {
        return send(
                request(path, key).header("Content-Type", "application/json").method(method, publisher(body)));
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    client.send(request.timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    name -> response.headers().firstValue(name),
                    response.body(),
                    response.body().isEmpty() ? json.missingNode() : json.readTree(response.body()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends these bytes, and reads until the server closes. */
    public String raw(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static BodyPublisher publisher(String body) {
        return body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    }

    /** What came back. */
    public record Answer(int status, Function<String, Optional<String>> header, String text, JsonNode body) {

        /** The code of the error. */
        public String code() {
            return body.path("code").asText();
        }

        /** The sentence of the error. */
        public String error() {
            return body.path("error").asText();
        }
    }
}
