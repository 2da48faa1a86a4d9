package io.drover.collect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** An HTTP server that answers as an exporter does. */
public final class ServedExporter implements AutoCloseable {

    private final HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Supplier<String> text = () -> "";
    private volatile int status = 200;

    public ServedExporter() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(status, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    public void says(Supplier<String> newer) {
        text = newer;
        status = 200;
    }

    public void refuses(int code) {
        status = code;
    }

    /** The credentials of each question so far. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
