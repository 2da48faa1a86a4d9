package io.drover.http;

import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler.ContentLoader;
import org.eclipse.jetty.server.handler.EagerContentHandler.ContentLoaderFactory;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole body, up to its path's limit, before a thread is spent on the request. Jetty's own loaders keep every
 * network buffer, so that a body sent byte by byte holds thousands of times its size; this one copies.
 *
 * @param deadline how long a body may take to arrive
 */
record BodyLoaderFactory(Duration deadline) implements ContentLoaderFactory {

    /** Null: for every content type. */
    @Override
    public @Nullable String getApplicableMimeType() {
        return null;
    }

    @Override
    public ContentLoader newContentLoader(
            @Nullable String contentType,
            @Nullable String mimeType,
            Handler handler,
            Request request,
            Response response,
            Callback callback) {
        return new BodyLoader(handler, request, response, callback, deadline);
    }
}
