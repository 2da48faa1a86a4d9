package io.drover.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** The id of a request: in the answer's header and errors, and in every log line that the request causes. */
public final class RequestRef {

    /** The response header that carries it. */
    public static final String HEADER = "X-Request-Id";

    /** Its key in the diagnostic context of the log. */
    public static final String LOG_KEY = "ref";

    static final String ATTRIBUTE = "io.drover.ref";

    private RequestRef() {}

    /** The id of the request that a resource or filter is working on. */
    public static String of(ContainerRequestContext request) {
        return text(request.getProperty(ATTRIBUTE));
    }

    static String of(Attributes request) {
        return text(request.getAttribute(ATTRIBUTE));
    }

    private static String text(@Nullable Object value) {
        return value instanceof String ref ? ref : "";
    }
}
