package io.drover.http;

import com.google.common.net.HttpHeaders;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.Set;
import java.util.TreeSet;

/** Turns whatever a resource, a filter or Jersey itself throws into the one error shape. */
final class ApiErrorMapper implements ExceptionMapper<Throwable> {

    private final Errors errors;

    @Inject
    @SuppressWarnings("NullAway.Init")
    private Provider<ContainerRequestContext> request;

    ApiErrorMapper(Errors errors) {
        this.errors = errors;
    }

    @Override
    public Response toResponse(Throwable fault) {
        String ref = RequestRef.of(request.get());
        ApiException answer = errors.answerTo(fault, ref);
        Response.ResponseBuilder response = Response.status(answer.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(errors.body(answer, ref));
        if (fault instanceof WebApplicationException web
                && web.getResponse().getAllowedMethods().size() > 0) {
            response.allow(allowed(web.getResponse().getAllowedMethods()));
        }
        if (answer.status() == 401) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (answer.retryAfter() != null) {
            response.header(
                    HttpHeaders.RETRY_AFTER, Math.max(1, answer.retryAfter().toSeconds()));
        }
        return response.build();
    }

    /** Jersey counts OPTIONS, which is refused everywhere, and leaves out HEAD, which goes wherever GET goes. */
    private static Set<String> allowed(Set<String> methods) {
        Set<String> allowed = new TreeSet<>(methods);
        allowed.remove("OPTIONS");
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return allowed;
    }
}
