package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stall counts for everybody whom it made wait, not only for the request that it hit. */
class OpenModelIT {

    private static final int STALL_MS = 400;
    private static final long LONG_MICROS = 100_000;

    private final CompletableFuture<Void> stall = new CompletableFuture<>();
    private HttpServer server;
    private Wire wire;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        wire = new Wire(server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        stall.completeOnTimeout(null, STALL_MS, TimeUnit.MILLISECONDS).join();
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write(new byte[] {'{', '}'});
        exchange.close();
    }

    @AfterEach
    void stop() {
        wire.close();
        server.stop(0);
    }

    private long slow(Sample sample) {
        assertThat(sample.failed()).isZero();
        return sample.micros().getCountBetweenValues(LONG_MICROS, Long.MAX_VALUE / 2);
    }

    private Placements placements() {
        return new Placements(wire, new Users(1, 0, 100), "key");
    }

    @Test
    void whoCameWhileTheBrokerStalledWaitedForIt() throws Exception {
        assertThat(slow(placements().open(1, 200, Duration.ofMillis(500)))).isGreaterThan(30);
    }

    @Test
    void theClosedModelSeesOneStall() throws Exception {
        assertThat(slow(placements().closed(1, Duration.ofMillis(450)))).isEqualTo(1);
    }
}
