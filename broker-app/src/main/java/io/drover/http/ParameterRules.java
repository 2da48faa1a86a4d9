package io.drover.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Refuses parameters of the query that the method does not read, and parameters of path and query that no database
 * could be asked for, or that are there twice and are no list. Runs after authentication.
 */
final class ParameterRules implements DynamicFeature {

    private static final int MAX_LENGTH = 1024;
    private static final Set<String> LISTS = Set.of("groups");
    private static final Set<String> PAGE = Set.of("limit", "cursor");

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        context.register(new Filter(resource.getResourceMethod().getAnnotation(Parameters.class)));
    }

    /** @param read what the method reads, null when it does not say */
    private record Filter(@Nullable Parameters read) implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            MultivaluedMap<String, String> query = request.getUriInfo().getQueryParameters();
            check(request.getUriInfo().getPathParameters());
            check(query);
            if (read != null || !isForMachines("/" + request.getUriInfo().getPath())) {
                refuseOthers(query.keySet(), known(read));
            }
        }
    }

    /** Where a newer machine may send what this broker does not know yet. */
    private static boolean isForMachines(String path) {
        return !path.startsWith("/api/v1/")
                || path.startsWith("/api/v1/broker/")
                || path.equals("/api/v1/agents/enroll")
                || path.equals("/api/v1/agents/heartbeat");
    }

    private static Set<String> known(@Nullable Parameters read) {
        Set<String> known = new TreeSet<>();
        if (read != null) {
            known.addAll(Arrays.asList(read.value()));
            known.addAll(read.page() ? PAGE : Set.of());
        }
        return known;
    }

    private static void refuseOthers(Set<String> names, Set<String> known) {
        for (String name : names) {
            if (!known.contains(name)) {
                throw ApiException.invalid(
                        name,
                        known.isEmpty()
                                ? "is not a parameter here; there are none"
                                : "is not a parameter here; there are " + String.join(", ", known));
            }
        }
    }

    private static void check(MultivaluedMap<String, String> parameters) {
        parameters.forEach((name, values) -> {
            TextRules.refuse("a parameter's name", TextRules.notOneLine(name));
            if (values.size() > 1 && !LISTS.contains(name)) {
                throw ApiException.invalid(name, "is there more than once");
            }
            for (String value : values) {
                TextRules.refuse(name, TextRules.notOneLine(value));
                if (value.length() > MAX_LENGTH) {
                    throw ApiException.invalid(name, "must have at most " + MAX_LENGTH + " characters");
                }
            }
        });
    }
}
