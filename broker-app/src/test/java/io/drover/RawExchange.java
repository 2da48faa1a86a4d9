package io.drover;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends bytes that no proper client would send, on a connection of their own, and reads the answer. */
final class RawExchange {

    private static final int PATIENCE_MILLIS = 30_000;

    private RawExchange() {}

    /** What came back until the server closed; a server that does not is a fault. */
    static Answer of(int port, byte[] request) {
        long asked = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request);
            String text = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            return answer(asked, text);
        } catch (SocketTimeoutException hang) {
            throw new AssertionError("no whole answer to " + shown(request), hang);
        } catch (IOException e) {
            throw new UncheckedIOException("no answer to " + shown(request), e);
        }
    }

    private static Answer answer(long asked, String text) {
        int end = text.indexOf("\r\n\r\n");
        if (!text.startsWith("HTTP/1.1 ") || end < 0) {
            throw new AssertionError("no answer of HTTP/1.1: " + text);
        }
        HttpHeaders headers = headers(text.substring(0, end));
        String body = text.substring(end + 4);
        boolean chunked = headers.firstValue("Transfer-Encoding").isPresent();
        byte[] bytes = (chunked ? joined(body) : body).getBytes(ISO_8859_1);
        int status = Integer.parseInt(text.substring(9, 12));
        return new Answer("", asked, System.nanoTime(), status, headers, new String(bytes, UTF_8));
    }

    private static HttpHeaders headers(String head) {
        Map<String, List<String>> headers = head.lines()
                .skip(1)
                .map(line -> line.split(":", 2))
                .collect(Collectors.groupingBy(
                        pair -> pair[0], Collectors.mapping(pair -> pair[1].strip(), Collectors.toList())));
        return HttpHeaders.of(headers, (name, value) -> true);
    }

    private static String joined(String chunks) {
        StringBuilder body = new StringBuilder();
        int at = 0;
        while (true) {
            int line = chunks.indexOf("\r\n", at);
            int size = Integer.parseInt(chunks.substring(at, line).strip(), 16);
            if (size == 0) {
                return body.toString();
            }
            body.append(chunks, line + 2, line + 2 + size);
            at = line + 2 + size + 2;
        }
    }

    static String shown(byte[] request) {
        String text = new String(request, ISO_8859_1);
        return text.substring(0, Math.min(text.length(), 1_000));
    }
}
