package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serial;

/** The broker answered, and said no. The message says why. */
public final class RefusedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int FIRST_FAULT = 500;

    private final int status;
    private final String code;

    private RefusedException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static RefusedException of(int status, JsonNode body) {
        String said = body.path("error").isTextual() ? body.path("error").textValue() : "HTTP status " + status;
        return new RefusedException(status, body.path("code").asText(), "The broker says: " + said + ".");
    }

    /** The stable code of the refusal, empty when it has none. */
    public String code() {
        return code;
    }

    /** Whether the broker itself is in trouble, so that the same may be granted later. */
    public boolean isFault() {
        return status >= FIRST_FAULT;
    }
}
