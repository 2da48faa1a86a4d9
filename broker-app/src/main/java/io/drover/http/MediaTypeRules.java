package io.drover.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Leaves of {@code Accept} and {@code Content-Type} what this service chooses by: the types, their weights, and how a
 * body is written. Jersey takes other parameters over into the answer's type, a {@code charset} for example that nobody
 * knows, and fails on a weight where none belongs.
 */
@PreMatching
@Priority(0)
final class MediaTypeRules implements ContainerRequestFilter {

    private static final String WEIGHT = "q";

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getHeaders().containsKey(HttpHeaders.CONTENT_TYPE)) {
            contentType(request);
        }
        if (request.getHeaders().containsKey(HttpHeaders.ACCEPT)) {
            accept(request);
        }
    }

    private static void accept(ContainerRequestContext request) {
        String types;
        try {
            types = request.getAcceptableMediaTypes().stream()
                    .map(type -> with(type, WEIGHT))
                    .collect(Collectors.joining(","));
        } catch (RuntimeException malformed) {
            request.getHeaders().remove(HttpHeaders.ACCEPT);
            throw ApiException.invalid(HttpHeaders.ACCEPT, "is no list of media types");
        }
        request.getHeaders().putSingle(HttpHeaders.ACCEPT, types);
    }

    private static void contentType(ContainerRequestContext request) {
        MediaType type;
        try {
            type = request.getMediaType();
        } catch (RuntimeException malformed) {
            request.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
            throw ApiException.invalid(HttpHeaders.CONTENT_TYPE, "is no media type");
        }
        if (type != null) {
            request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, with(type, MediaType.CHARSET_PARAMETER));
        }
    }

    /** The type with one parameter of those that it has. */
    private static String with(MediaType type, String parameter) {
        String value = type.getParameters().get(parameter);
        Map<String, String> parameters = value == null ? Map.of() : Map.of(parameter, value);
        return new MediaType(type.getType(), type.getSubtype(), parameters).toString();
    }
}
