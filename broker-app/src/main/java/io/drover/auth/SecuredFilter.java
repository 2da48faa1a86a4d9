package io.drover.auth;

import io.drover.http.ApiException;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Lets through who may call one resource method. */
@Priority(Priorities.AUTHENTICATION)
final class SecuredFilter implements ContainerRequestFilter {

    private final Set<Credential> credentials;
    private final Role role;
    private final FailedAttempts failures;

    SecuredFilter(Secured secured, FailedAttempts failures) {
        this.credentials = EnumSet.copyOf(List.of(secured.value()));
        this.role = secured.role();
        this.failures = failures;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Caller caller = Gate.callerOf(request);
        if (!isOpen() && !credentials.contains(credentialOf(caller))) {
            throw failures.count(Gate.addressOf(request), refusal());
        }
        if (caller instanceof Caller.Operator operator
                && !isOpen()
                && !operator.role().covers(role)) {
            throw new ApiException(403, "forbidden", "this needs the role " + word(role));
        }
        request.setSecurityContext(new CallerContext(caller, request.getSecurityContext()));
    }

    private String refusal() {
        return credentials.size() == 1 ? credentials.iterator().next().refusal() : Credential.PUBLIC.refusal();
    }

    /** Whether no header is asked for; an enrolment token stands in the body. */
    private boolean isOpen() {
        return credentials.contains(Credential.PUBLIC) || credentials.contains(Credential.ENROLLMENT);
    }

    private static Credential credentialOf(Caller caller) {
        if (caller instanceof Caller.Agent) {
            return Credential.AGENT;
        }
        if (caller instanceof Caller.Broker) {
            return Credential.BROKER;
        }
        return caller instanceof Caller.Operator ? Credential.OPERATOR : Credential.PUBLIC;
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** What Jersey hands to resources. */
    private record CallerContext(Caller caller, SecurityContext before) implements SecurityContext {

        @Override
        public Caller getUserPrincipal() {
            return caller;
        }

        @Override
        public boolean isUserInRole(String name) {
            return caller instanceof Caller.Operator operator
                    && word(operator.role()).equals(name);
        }

        @Override
        public boolean isSecure() {
            return before.isSecure();
        }

        @Override
        public String getAuthenticationScheme() {
            return "Bearer";
        }
    }
}
