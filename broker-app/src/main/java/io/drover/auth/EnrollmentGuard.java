package io.drover.auth;

import jakarta.ws.rs.container.ContainerRequestContext;

/** Checks the token of an enrolment, which stands in the body. Safe for use by many threads. */
public final class EnrollmentGuard {

    private final Callers callers;
    private final FailedAttempts failures;

    EnrollmentGuard(Callers callers, FailedAttempts failures) {
        this.callers = callers;
        this.failures = failures;
    }

    /**
     * Returns when the token is right.
     *
     * @throws io.drover.http.ApiException 401, or 429 after too many wrong ones from this address
     */
    public void require(String token, ContainerRequestContext request) {
        if (!callers.isEnrollmentToken(token)) {
            throw failures.count(Gate.addressOf(request), Credential.ENROLLMENT.refusal());
        }
    }
}
