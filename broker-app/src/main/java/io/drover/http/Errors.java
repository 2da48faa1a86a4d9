package io.drover.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.ServletException;
import jakarta.ws.rs.WebApplicationException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.http.HttpException;
import org.glassfish.jersey.server.ParamException;
import org.glassfish.jersey.server.internal.process.MappableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client is told of any fault, wherever it was thrown. Safe for use by many threads. */
final class Errors {

    private static final Logger LOG = LoggerFactory.getLogger(Errors.class);

    private final List<ErrorTranslation> translations;
    private final ObjectMapper json;

    Errors(List<ErrorTranslation> translations, ObjectMapper json) {
        this.translations = List.copyOf(translations);
        this.json = json;
    }

    /** The answer for a fault; one that nobody expected is logged with the request's id and says nothing. */
    ApiException answerTo(Throwable thrown, String ref) {
        Throwable fault = unwrap(thrown);
        ApiException answer = known(fault).orElseGet(() -> ofStatus(500));
        if (answer.status() == 500) {
            LOG.error("Request {} failed", ref, fault);
        }
        return answer;
    }

    /** The answer as JSON. */
    byte[] body(ApiException answer, String ref) {
        try {
            return json.writeValueAsBytes(answer.toError(ref));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<ApiException> known(Throwable fault) {
        for (ErrorTranslation translation : translations) {
            Optional<ApiException> answer = translation.translate(fault);
            if (answer.isPresent()) {
                return answer;
            }
        }
        if (fault instanceof ApiException answer) {
            return Optional.of(answer);
        }
        if (fault instanceof ParamException bad) {
            return Optional.of(ApiException.invalid(bad.getParameterName(), "has a value that it may not have"));
        }
        if (fault instanceof WebApplicationException web) {
            return Optional.of(ofStatus(web.getResponse().getStatus()));
        }
        if (fault instanceof HttpException http) {
            return Optional.of(ofStatus(http.getCode()));
        }
        return Optional.empty();
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable fault = thrown;
        while (fault instanceof CompletionException
                || fault instanceof ExecutionException
                || fault instanceof MappableException
                || fault instanceof ServletException) {
            Throwable cause = fault.getCause();
            if (cause == null) {
                return fault;
            }
            fault = cause;
        }
        return fault;
    }

    /** What is said when only the status is known. */
    static ApiException ofStatus(int status) {
        return switch (status) {
            case 400 -> new ApiException(400, "invalid_request", "the request is malformed");
            case 401 -> new ApiException(401, "invalid_credential", "the credential is missing or wrong");
            case 403 -> new ApiException(403, "forbidden", "this credential may not do that");
            case 404 -> new ApiException(404, "not_found", "there is nothing at this path");
            case 405 -> new ApiException(405, "method_not_allowed", "this path does not know this method");
            case 406 -> new ApiException(406, "not_acceptable", "this path does not answer in an accepted type");
            case 408 -> new ApiException(408, "timeout", "the request did not arrive in time");
            case 413 -> new ApiException(413, "body_too_large", "the body is larger than this path accepts");
            case 414 -> new ApiException(414, "uri_too_long", "the request line is too long");
            case 415 ->
                new ApiException(
                        415,
                        "unsupported_media_type",
                        "this path does not read this content type: broker/tokens reads"
                                + " application/x-www-form-urlencoded, every other path application/json");
            case 417 -> new ApiException(417, "expectation_failed", "only Expect: 100-continue is understood");
            case 431 -> new ApiException(431, "header_too_large", "the request's headers are too large");
            case 500 -> new ApiException(500, "internal", "something went wrong in the broker");
            case 501 -> new ApiException(501, "not_implemented", "this method is not known");
            case 503 -> new ApiException(503, "unavailable", "the broker cannot answer now");
            case 505 -> new ApiException(505, "http_version_not_supported", "HTTP/1.1 is spoken here");
            default ->
                status < 500
                        ? new ApiException(status, "invalid_request", "the request was refused")
                        : new ApiException(status, "internal", "something went wrong in the broker");
        };
    }
}
