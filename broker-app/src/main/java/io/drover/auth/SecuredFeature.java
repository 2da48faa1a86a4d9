package io.drover.auth;

import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.Response;
import org.glassfish.jersey.server.ExtendedUriInfo;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;

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
            Resource asked = ((ExtendedUriInfo) request.getUriInfo()).getMatchedModelResource();
            String[] allowed = asked.getResourceMethods().stream()
                    .map(ResourceMethod::getHttpMethod)
                    .distinct()
                    .toArray(String[]::new);
            throw new NotAllowedException(Response.status(405).allow(allowed).build());
        }
    }
}
