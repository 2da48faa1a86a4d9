package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the extension and the broker, and hears everything; it can also answer for the broker, or not at all.
 */
final class Relay implements AutoCloseable {

    static {
        // Else each answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** One call that the extension made. */
    record Heard(String path, String key, String body) {

        JsonObject json() {
            return JsonParser.parseString(body).getAsJsonObject();
        }
    }

    /** Answers a call. */
    interface Answer {
        void give(HttpExchange exchange, Heard heard) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Heard> heard = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private volatile Answer answer;

    private Relay(HttpServer server, Answer answer) {
        this.server = server;
        this.answer = answer;
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** One that hands everything on to the broker. */
    static Relay to(URI broker) throws IOException {
        return on(HttpServer.create(local(), 100), broker);
    }

    /** The same on a server of its own, TLS for example. */
    static Relay on(HttpServer server, URI broker) {
        Relay relay = new Relay(server, (exchange, heard) -> exchange.close());
        relay.answers(relay.handOn(broker));
        return relay;
    }

    static InetSocketAddress local() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** From now on this is what callers get. */
    void answers(Answer now) {
        answer = now;
    }

    /** What the broker says. */
    Answer handOn(URI broker) {
        return (exchange, call) -> {
            HttpResponse<String> reply = http.send(
                    HttpRequest.newBuilder(broker.resolve(call.path()))
                            .header("Authorization", call.key())
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(call.body()))
                            .build(),
                    BodyHandlers.ofString());
            statuses.put(call.path(), reply.statusCode());
            answer(exchange, reply.statusCode(), reply.body());
        };
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void serve(HttpExchange exchange) throws IOException {
        @Nullable String key = exchange.getRequestHeaders().getFirst("Authorization");
        Heard call = new Heard(
                exchange.getRequestURI().getPath(),
                key == null ? "" : key,
                new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        heard.add(call);
        try {
            answer.give(exchange, call);
        } catch (InterruptedException e) {
            exchange.close();
            Thread.currentThread().interrupt();
        }
    }

    /** All calls whose path ends so. */
    List<Heard> heard(String end) {
        return heard.stream().filter(call -> call.path().endsWith(end)).toList();
    }

    /** What the broker thought of each call whose path ends so. */
    List<Integer> statuses(String end) {
        return statuses.entrySet().stream()
                .filter(status -> status.getKey().endsWith(end))
                .map(Map.Entry::getValue)
                .toList();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
