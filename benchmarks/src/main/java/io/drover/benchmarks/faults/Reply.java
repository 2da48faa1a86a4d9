package io.drover.benchmarks.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.benchmarks.history.Span;

/**
 * What came back from a broker.
 *
 * @param span from the request to the answer, or until the caller gave up
 * @param broker which one was asked
 * @param status the HTTP status; 0 when there was no answer
 * @param body the JSON of the answer; missing when there is none
 * @param text the body as it is, or why there is no answer
 */
record Reply(Span span, int broker, int status, JsonNode body, String text) {

    boolean answered() {
        return status != 0;
    }

    boolean ok() {
        return status >= 200 && status < 300;
    }

    String code() {
        return body.path("code").asText();
    }

    /** Whether nothing was done for the moment, and the same may be asked again. */
    boolean unavailable() {
        return status == 503 && code().equals("storage_unavailable");
    }

    /** Whether to ask again, elsewhere. */
    boolean isOpen() {
        return !answered() || unavailable();
    }
}
