package io.drover;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request, part by part, so that a part can be another one.
 *
 * @param path as it is sent
 * @param query without the question mark, empty for none
 * @param headers by name, each with the lines that it has
 * @param body empty for none; each character is a byte
 */
record SoundRequest(String method, String path, String query, Map<String, String> headers, String body) {

    SoundRequest {
        headers = new LinkedHashMap<>(headers);
    }

    SoundRequest withPath(String other) {
        return new SoundRequest(method, other, query, headers, body);
    }

    SoundRequest withQuery(String other) {
        return new SoundRequest(method, path, other, headers, body);
    }

    SoundRequest withHeader(String name, String value) {
        Map<String, String> other = new LinkedHashMap<>(headers);
        other.put(name, value);
        return new SoundRequest(method, path, query, other, body);
    }

    SoundRequest withBody(byte[] other) {
        return new SoundRequest(method, path, query, headers, new String(other, ISO_8859_1));
    }

    /** The body as it was written, in UTF-8. */
    String text() {
        return new String(body.getBytes(ISO_8859_1), UTF_8);
    }

    /** What goes over the wire on a connection of its own; characters are bytes. */
    byte[] bytes() {
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ').append(path);
        if (!query.isEmpty()) {
            head.append('?').append(query);
        }
        head.append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (!body.isEmpty()) {
            head.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return head.append("\r\n").append(body).toString().getBytes(ISO_8859_1);
    }

    /** A text whose characters are the bytes that it has in UTF-8. */
    static String wire(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }
}
