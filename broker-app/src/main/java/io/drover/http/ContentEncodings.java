package io.drover.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
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

    private static InputStream inflate(InputStream deflated, int maxBytes) throws IOException {
        try (GZIPInputStream gzip = new GZIPInputStream(deflated, 8192)) {
            byte[] inflated = gzip.readNBytes(maxBytes + 1);
            if (inflated.length > maxBytes) {
                throw new ApiException(
                        413, "body_too_large", "the body is larger than " + maxBytes + " bytes when inflated");
            }
            return new ByteArrayInputStream(inflated);
        } catch (ZipException | EOFException e) {
            throw ApiException.invalid("body", "is not valid gzip");
        }
    }
}
