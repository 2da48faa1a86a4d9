package io.drover.cli;

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
import java.util.concurrent.atomic.AtomicInteger;

/** The way to a broker, which lets some changes through and then breaks. */
final class FailingLine implements AutoCloseable {

    private static final List<String> PASSED_ON = List.of("Authorization", "Content-Type", "If-Match");

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger left;
    private final int port;

    /**
     * @param port the broker's
     * @param changes how many requests other than GET arrive
     */
    FailingLine(int port, int changes) throws IOException {
        this.port = port;
        left = new AtomicInteger(changes);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::pass);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET") && left.getAndDecrement() <= 0) {
                return;
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                    .method(
                            exchange.getRequestMethod(),
                            BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
            PASSED_ON.stream()
                    .filter(exchange.getRequestHeaders()::containsKey)
                    .forEach(name ->
                            request.header(name, exchange.getRequestHeaders().getFirst(name)));
            HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
