package io.drover.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Throwables;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks a broker over its HTTP API. Safe for use by many threads. */
public final class BrokerClient {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int FIRST_REFUSAL = 300;
    private static final int MOST_OF_A_PAGE = 1_000;

    private final URI server;
    private final String key;
    private final Duration patience;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ObjectMapper json = Jackson.newObjectMapper();

    /**
     * Asks this broker with that key.
     *
     * @param server where it is, as {@code http://127.0.0.1:8080}
     * @param key an operator's
     */
    public BrokerClient(URI server, String key) {
        this(server, key, PATIENCE);
    }

    private BrokerClient(URI server, String key, Duration patience) {
        this.server = server;
        this.key = key;
        this.patience = patience;
    }

    /** The same for questions that take the broker a while. */
    public BrokerClient waiting(Duration longest) {
        return new BrokerClient(server, key, longest);
    }

    /** Text as a part of a path, or the value of a parameter. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * What is there.
     *
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public JsonNode get(String path) throws InterruptedException {
        return send("GET", path, null, null);
    }

    /**
     * All items of a list, newest first.
     *
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public List<JsonNode> list(String path) throws InterruptedException {
        return list(path, Integer.MAX_VALUE);
    }

    /**
     * The items of a list, page by page, newest first.
     *
     * @param path with or without parameters, but not those of pages
     * @param most how many items are wanted
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public List<JsonNode> list(String path, int most) throws InterruptedException {
        List<JsonNode> items = new ArrayList<>();
        String cursor = "";
        while (items.size() < most) {
            int limit = Math.min(MOST_OF_A_PAGE, most - items.size());
            String page = path + (path.contains("?") ? "&" : "?") + "limit=" + limit + cursor;
            JsonNode answer = get(page);
            answer.path("items").forEach(items::add);
            if (!answer.path("next").isTextual()) {
                break;
            }
            cursor = "&cursor=" + encoded(answer.path("next").textValue());
        }
        return items;
    }

    /**
     * Changes something.
     *
     * @param body null for none
     * @param version the {@code control_version} that is to be changed; null changes any
     * @return the answer, missing when it is empty
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public JsonNode send(String method, String path, @Nullable JsonNode body, @Nullable Long version)
            throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + path))
                .timeout(patience)
                .header("Authorization", "Bearer " + key)
                .method(method, publisher(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (version != null) {
            request.header("If-Match", "\"" + version + "\"");
        }
        return answer(request.build());
    }

    private static BodyPublisher publisher(@Nullable JsonNode body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString());
    }

    private JsonNode answer(HttpRequest request) throws InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UnreachableException("The broker at %s does not answer: %s.".formatted(base(), reason(e)));
        }
        try {
            JsonNode body = json.readTree(answer.body());
            if (answer.statusCode() < FIRST_REFUSAL) {
                return body;
            }
            throw RefusedException.of(answer.statusCode(), body);
        } catch (JsonProcessingException e) {
            throw new UnreachableException(
                    "What answers at %s is no broker: HTTP status %d.".formatted(base(), answer.statusCode()));
        }
    }

    /** Java's own exceptions of a connection that nobody takes have no message. */
    private static String reason(IOException fault) {
        if (Throwables.getRootCause(fault) instanceof UnresolvedAddressException) {
            return "there is no such host";
        }
        return fault instanceof ConnectException && fault.getMessage() == null
                ? "connection refused"
                : Objects.requireNonNullElse(fault.getMessage(), fault.toString());
    }

    private String base() {
        return server.toString().replaceFirst("/+$", "");
    }
}
