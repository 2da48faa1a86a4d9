package io.drover.auth;

import io.drover.http.ApiException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;

/** Puts the check of its {@link Secured} before every resource method, and refuses to start when one has none. */
final class SecuredFeature implements DynamicFeature {

    private final FailedAttempts failures;

    SecuredFeature(FailedAttempts failures) {
        this.failures = failures;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (resource.getResourceClass().getPackageName().startsWith("org.glassfish.jersey.")) {
            context.register(new NoOptions());
            return;
        }
        Secured secured = resource.getResourceMethod().getAnnotation(Secured.class);
        if (secured == null) {
            throw new IllegalStateException(
                    resource.getResourceMethod() + " says nobody who may call it: add @Secured");
        }
        context.register(new SecuredFilter(secured, failures));
    }

    /** Jersey answers OPTIONS by itself, to anybody, and says which methods a path knows: refused. */
    private static final class NoOptions implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            throw new ApiException(405, "method_not_allowed", "this path does not know this method");
        }
    }
}
