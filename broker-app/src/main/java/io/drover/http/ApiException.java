package io.drover.http;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is not 2xx: resources throw it, and it becomes the one error shape of the protocol. The message is
 * read by the client: it names the field and the reason, and nothing of the broker's own machinery. Immutable.
 */
public final class ApiException extends RuntimeException {

    private final int status;
    private final String code;
    private final @Nullable Duration retryAfter;
    private final @Nullable String decisionId;
    private final transient @Nullable Map<String, Integer> excluded;

    /**
     * An error with a status of its own.
     *
     * @param status 400 to 599
     * @param code stable, in snake_case; clients switch over it
     * @param message one sentence for people
     */
    public ApiException(int status, String code, String message) {
        this(status, code, message, null, null, null);
    }

    private ApiException(
            int status,
            String code,
            String message,
            @Nullable Duration retryAfter,
            @Nullable String decisionId,
            @Nullable Map<String, Integer> excluded) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.retryAfter = retryAfter;
        this.decisionId = decisionId;
        this.excluded = excluded;
    }

    /** 400 {@code invalid_request}: a field has a value that it may not have. */
    public static ApiException invalid(String field, String reason) {
        return new ApiException(400, "invalid_request", field + ": " + reason);
    }

    /** 404 {@code not_found}: nothing has that id. */
    public static ApiException notFound(String kind, String id) {
        return new ApiException(404, "not_found", "no " + kind + " has the id \"" + id + "\"");
    }

    /** 409 with a code of its own: the request is well-formed, and the state does not allow it. */
    public static ApiException conflict(String code, String message) {
        return new ApiException(409, code, message);
    }

    /** The same error, with the seconds after which a client may try again. */
    public ApiException withRetryAfter(Duration delay) {
        return new ApiException(status, code, text(), delay, decisionId, excluded);
    }

    /** The same error, with the record that explains it. */
    public ApiException withDecision(String id) {
        return new ApiException(status, code, text(), retryAfter, id, excluded);
    }

    /** The same error, with the count of hosts by the reason that excluded them. */
    public ApiException withExcluded(Map<String, Integer> hostsByReason) {
        return new ApiException(status, code, text(), retryAfter, decisionId, Map.copyOf(hostsByReason));
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The stable code. */
    public String code() {
        return code;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    ApiError toError(String ref) {
        return new ApiError(text(), code, ref, decisionId, excluded);
    }

    private String text() {
        return String.valueOf(getMessage());
    }
}
