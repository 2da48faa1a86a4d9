package io.drover.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.slf4j.MDC;

/** Puts a request's id into every log line that its own thread writes. */
final class RefLogging implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String ref = String.valueOf(request.getAttribute(RequestRef.ATTRIBUTE));
        MDC.put(RequestRef.LOG_KEY, ref);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove(RequestRef.LOG_KEY);
        }
    }
}
