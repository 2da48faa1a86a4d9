package io.drover.http;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Says what Jetty itself refuses (a bad request line, a header too large) in the one error shape. */
final class JettyErrors implements Request.Handler {

    private final Errors errors;
    private final Supplier<String> refs;

    JettyErrors(Errors errors, Supplier<String> refs) {
        this.errors = errors;
        this.refs = refs;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String ref = ref(request);
        ApiException answer = request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable fault
                ? errors.answerTo(fault, ref)
                : Errors.ofStatus(status(response));
        write(response, callback, answer, ref);
        return true;
    }

    /** Says what came of a fault; Jetty itself would log it whole, also when it is none of the broker's. */
    void answer(Request request, Response response, Callback callback, Throwable fault) {
        String ref = ref(request);
        var unused = request.consumeAvailable();
        write(response, callback, errors.answerTo(fault, ref), ref);
    }

    private String ref(Request request) {
        String known = RequestRef.of(request);
        return known.isEmpty() ? refs.get() : known;
    }

    private void write(Response response, Callback callback, ApiException answer, String ref) {
        response.setStatus(answer.status());
        EntryHandler.putCommonHeaders(response, ref);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap(errors.body(answer, ref)), callback);
    }

    /** A 405 of Dropwizard's own is for methods that no path knows, so that there is nothing to allow instead. */
    private static int status(Response response) {
        boolean unknownEverywhere =
                response.getStatus() == 405 && !response.getHeaders().contains(HttpHeader.ALLOW);
        return unknownEverywhere ? 501 : response.getStatus();
    }
}
