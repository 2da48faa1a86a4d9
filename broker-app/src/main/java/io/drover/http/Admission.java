package io.drover.http;

import org.eclipse.jetty.server.Request;

/** Decides by the headers alone whether a request's body is worth reading. Safe for use by many threads. */
@FunctionalInterface
public interface Admission {

    /**
     * True when the body is to be read; false leaves it unread, and the resource is to refuse the request. What was
     * found out of the caller may be kept in the request's attributes.
     */
    boolean admitsBody(Request request);
}
