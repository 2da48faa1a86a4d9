package io.drover.http;

import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The first step of every request: it gets its id, and who sends it is found out before the body is read. */
final class EntryHandler extends Handler.Wrapper {

    /** Headers of which the first must not win silently. */
    private static final List<String> SINGLE =
            List.of("Authorization", "X-Agent-ID", "Content-Type", "Content-Encoding", "If-Match");

    static final String BODY_ADMITTED = "io.drover.body-admitted";

    private final Supplier<String> refs;
    private final Admission admission;
    private final JettyErrors errors;

    EntryHandler(Supplier<String> refs, Admission admission, JettyErrors errors) {
        this.refs = refs;
        this.admission = admission;
        this.errors = errors;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String ref = refs.get();
        request.setAttribute(RequestRef.ATTRIBUTE, ref);
        putCommonHeaders(response, ref);
        for (String name : SINGLE) {
            if (count(request.getHeaders(), name) > 1) {
                ApiException twice = ApiException.invalid(name, "is there more than once");
                errors.answer(request, response, callback, twice);
                return true;
            }
        }
        try {
            request.setAttribute(BODY_ADMITTED, admission.admitsBody(request));
        } catch (RuntimeException e) {
            errors.answer(request, response, callback, e);
            return true;
        }
        return super.handle(request, response, callback);
    }

    private static int count(HttpFields headers, String name) {
        int count = 0;
        for (HttpField header : headers) {
            if (header.is(name)) {
                count++;
            }
        }
        return count;
    }

    static void putCommonHeaders(Response response, String ref) {
        response.getHeaders()
                .put(RequestRef.HEADER, ref)
                .put(HttpHeader.CACHE_CONTROL, "no-store")
                .put("X-Content-Type-Options", "nosniff");
    }
}
