package io.drover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;

/**
 * What a broker under test answered.
 *
 * @param user whom a host was asked for; empty when that was not the question
 * @param asked when the request was sent, in {@link System#nanoTime()}
 * @param answered when the answer was there
 * @param status the HTTP status
 * @param headers of the answer
 * @param body the body as text
 */
record Answer(String user, long asked, long answered, int status, HttpHeaders headers, String body) {

    private static final JsonMapper JSON = new JsonMapper();

    static Answer of(String user, long asked, HttpResponse<String> response) {
        return new Answer(user, asked, System.nanoTime(), response.statusCode(), response.headers(), response.body());
    }

    /** A header's first value; empty when it is not there. */
    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    String contentType() {
        return header("content-type");
    }

    JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + this, e);
        }
    }

    /** A field of the JSON body as text; empty when it is not there. */
    String text(String field) {
        return json().path(field).asText();
    }

    boolean unavailable() {
        return status == 503 && text("code").equals("storage_unavailable");
    }

    boolean placed() {
        return status == 200;
    }

    String agentId() {
        return text("agent_id");
    }

    String reason() {
        return text("reason");
    }

    long millis() {
        return (answered - asked) / 1_000_000;
    }
}
