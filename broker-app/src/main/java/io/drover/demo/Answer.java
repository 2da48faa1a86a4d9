package io.drover.demo;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the broker answered.
 *
 * @param call which call it was, for messages
 * @param body the JSON, missing when the body is none
 * @param text the body as it came
 */
record Answer(String call, int status, JsonNode body, String text) {

    /** This answer when its status says that the call did what it should. */
    Answer expectGood() {
        if (status >= 300) {
            throw new DemoException("%s was answered with %d: %s".formatted(call, status, text));
        }
        return this;
    }
}
