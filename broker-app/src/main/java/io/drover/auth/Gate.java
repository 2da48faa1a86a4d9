package io.drover.auth;

import io.drover.http.Admission;
import jakarta.ws.rs.container.ContainerRequestContext;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Finds out who sends a request by its headers, and lets only the bodies of known callers and of enrolments be read.
 */
final class Gate implements Admission {

    static final String AGENT_ID = "X-Agent-ID";

    private static final String CALLER = "io.drover.caller";
    private static final String ADDRESS = "io.drover.address";
    private static final String ENROLLMENT = "/api/v1/agents/enroll";

    private final Callers callers;

    Gate(Callers callers) {
        this.callers = callers;
    }

    @Override
    public boolean admitsBody(Request request) {
        Caller caller = callers.identify(
                request.getHeaders().get(AGENT_ID), request.getHeaders().get(HttpHeader.AUTHORIZATION));
        request.setAttribute(CALLER, caller);
        request.setAttribute(ADDRESS, Request.getRemoteAddr(request));
        return !(caller instanceof Caller.Unknown)
                || Request.getPathInContext(request).equals(ENROLLMENT);
    }

    static Caller callerOf(ContainerRequestContext request) {
        return request.getProperty(CALLER) instanceof Caller caller ? caller : new Caller.Unknown();
    }

    static String addressOf(ContainerRequestContext request) {
        return request.getProperty(ADDRESS) instanceof String address ? address : "";
    }
}
