package io.drover.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Inflates bodies where that is allowed, within the bound, and refuses every other encoding. Runs after authentication.
 */
@Priority(Priorities.ENTITY_CODER)
final class ContentEncodings implements ContainerRequestFilter {

    @Context
    @SuppressWarnings("NullAway.Init")
    private ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        String encoding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        if (encoding == null || encoding.isBlank() || encoding.equalsIgnoreCase("identity")) {
            return;
        }
        AcceptsGzip accepts = acceptsGzip(resource.getResourceMethod());
        if (accepts == null || !encoding.strip().equalsIgnoreCase("gzip")) {
            throw new ApiException(
                    415, "unsupported_encoding", "Content-Encoding: \"" + encoding + "\" is not read by this path");
        }
        request.setEntityStream(inflate(request.getEntityStream(), accepts.maxInflatedBytes()));
        request.getHeaders().remove(HttpHeaders.CONTENT_ENCODING);
    }

    private static @Nullable AcceptsGzip acceptsGzip(@Nullable Method method) {
        return method == null ? null : method.getAnnotation(AcceptsGzip.class);
    }

    private static InputStream inflate(InputStream sent, int maxBytes) throws IOException {
        InputStream deflated = new ByteArrayInputStream(sent.readAllBytes());
        byte[] inflated = firstMember(deflated, maxBytes + 1);
        if (inflated.length > maxBytes) {
            throw new ApiException(
                    413, "body_too_large", "the body is larger than " + maxBytes + " bytes when inflated");
        }
        if (deflated.available() > 0) {
            throw ApiException.invalid("body", "goes on after the end of its gzip");
        }
        return new ByteArrayInputStream(inflated);
    }

    /** Reads one member, since a body could consist of any number of empty ones, and leaves what is behind it. */
    private static byte[] firstMember(InputStream deflated, int most) {
        try (InputStream gzip = new GzipCompressorInputStream(deflated)) {
            return gzip.readNBytes(most);
        } catch (IOException e) {
            throw ApiException.invalid("body", "is not valid gzip");
        }
    }
}
