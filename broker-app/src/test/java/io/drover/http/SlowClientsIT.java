package io.drover.http;

import static io.drover.http.TestServer.BROKER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class SlowClientsIT {

    @RegisterExtension
    static final TestServer server =
            new TestServer(access -> List.of(new ProbeResource(access))).idleTimeout(Duration.ofSeconds(5));

    @Test
    void manySlowBodiesDoNotStopTheService() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                slow.add(halfSent("Authorization: Bearer " + BROKER + "\r\n", "/api/v1/broker/resolve"));
            }

            assertThat(server.post("/api/v1/broker/resolve", BROKER, "{\"username\":\"a\"}")
                            .status())
                    .isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** Many of them, so that others are answered only when none of these holds a thread. */
    @Test
    void connectionsThatSayNothingOrHalfAHeadAreEndedAndHoldNobodyUp() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                socket.setSoTimeout(15_000);
                socket.getOutputStream().write((i % 2 == 0 ? "" : "POST /api/v1/broker/resolve HT").getBytes(UTF_8));
                silent.add(socket);
            }

            assertThat(server.post("/api/v1/broker/resolve", BROKER, "{\"username\":\"a\"}")
                            .status())
                    .isEqualTo(200);
            for (Socket socket : silent) {
                assertThat(answer(socket)).doesNotStartWith("HTTP/1.1 2");
            }
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void aClientThatIsGoneBeforeItsAnswerHarmsNobody() throws IOException {
        byte[] body = "{\"username\":\"a\"}".getBytes(UTF_8);
        for (int i = 0; i < 50; i++) {
            Socket socket = open("Authorization: Bearer " + BROKER + "\r\n", "/api/v1/broker/resolve", body.length);
            socket.getOutputStream().write(body);
            socket.setSoLinger(true, 0); // the end is a reset, not a goodbye
            socket.close();
        }

        assertThat(server.post("/api/v1/broker/resolve", BROKER, "{\"username\":\"a\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aBodyThatStopsHalfWayIsTimedOut() throws IOException {
        try (Socket socket = halfSent("Authorization: Bearer " + BROKER + "\r\n", "/api/v1/broker/resolve")) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 408").contains("\"code\":\"timeout\"", "\"ref\":\"ref-");
        }
    }

    @Test
    void anEnrolmentThatStopsHalfWayIsTimedOut() throws IOException {
        try (Socket socket = halfSent("", "/api/v1/agents/enroll")) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 408");
        }
    }

    @Test
    void aBodyWhoseSenderGoesAwayHarmsNobody() throws IOException {
        try (Socket socket = halfSent("Authorization: Bearer " + BROKER + "\r\n", "/api/v1/broker/resolve")) {
            socket.shutdownOutput();

            assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("\"code\":\"invalid_request\"");
        }
    }

    @Test
    void aBodyThatArrivesByteByByteIsRead() throws IOException {
        byte[] body = "{\"username\":\"a\"}".getBytes(UTF_8);
        try (Socket socket = open("Authorization: Bearer " + BROKER + "\r\n", "/api/v1/broker/resolve", body.length)) {
            for (byte b : body) {
                socket.getOutputStream().write(b);
                socket.getOutputStream().flush();
            }

            assertThat(answer(socket)).startsWith("HTTP/1.1 200").contains("\"username\":\"a\"");
        }
    }

    @Test
    void theBodyOfAWrongCredentialIsNotWaitedFor() throws IOException {
        try (Socket socket = open("Authorization: Bearer wrong\r\n", "/api/v1/broker/resolve", 1000)) {
            socket.setSoTimeout(3_000);
            byte[] start = socket.getInputStream().readNBytes(12);

            assertThat(new String(start, UTF_8)).isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void aClientThatAsksFirstGetsItsRefusalFirst() throws IOException {
        String answer = server.raw(server.port(), """
                POST /api/v1/broker/resolve HTTP/1.1
                Host: x
                Expect: 100-continue
                Content-Type: application/json
                Content-Length: 1000

                """.replace("\n", "\r\n").getBytes(UTF_8));

        assertThat(answer).startsWith("HTTP/1.1 401");
    }

    private static Socket halfSent(String credential, String path) throws IOException {
        Socket socket = open(credential, path, 1000);
        socket.getOutputStream().write("{\"username\":".getBytes(UTF_8));
        socket.getOutputStream().flush();
        return socket;
    }

    private static Socket open(String credential, String path, int length) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(15_000);
        String head = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + credential
                + "Content-Length: " + length + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(UTF_8));
        socket.getOutputStream().flush();
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
}
