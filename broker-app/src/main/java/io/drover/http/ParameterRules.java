package io.drover.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Set;

/**
 * Refuses parameters of path and query that no database could be asked for, or that are there twice and are no list.
 */
final class ParameterRules implements ContainerRequestFilter {

    private static final int MAX_LENGTH = 1024;
    private static final Set<String> LISTS = Set.of("groups");

    @Override
    public void filter(ContainerRequestContext request) {
        check(request.getUriInfo().getPathParameters());
        check(request.getUriInfo().getQueryParameters());
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
