package io.drover.http;

import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The first step of every request: it gets its id, and who sends it is found out before the body is read. */
final class EntryHandler extends Handler.Wrapper {

    static final String BODY_ADMITTED = "io.drover.body-admitted";

    private final Supplier<String> refs;
    private final Admission admission;

    EntryHandler(Supplier<String> refs, Admission admission) {
        this.refs = refs;
        this.admission = admission;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String ref = refs.get();
        request.setAttribute(RequestRef.ATTRIBUTE, ref);
        putCommonHeaders(response, ref);
        request.setAttribute(BODY_ADMITTED, admission.admitsBody(request));
        return super.handle(request, response, callback);
    }

    static void putCommonHeaders(Response response, String ref) {
        response.getHeaders()
                .put(RequestRef.HEADER, ref)
                .put(HttpHeader.CACHE_CONTROL, "no-store")
                .put("X-Content-Type-Options", "nosniff");
    }
}
