package io.drover.http;

import io.drover.control.PageRequest;
import io.drover.control.Refusal;
import io.drover.control.Violations;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parameters of a query, read strictly: an unknown one is 400, like a value that may not be. Immutable. */
public final class Query {

    private static final List<String> PAGE = List.of("limit", "cursor");

    private final MultivaluedMap<String, String> parameters;

    private Query(MultivaluedMap<String, String> parameters) {
        this.parameters = parameters;
    }

    /** The query of a list: {@code limit}, {@code cursor}, and these. */
    public static Query ofList(UriInfo uri, String... known) {
        return of(uri, PAGE, known);
    }

    /** The query of anything else. */
    public static Query of(UriInfo uri, String... known) {
        return of(uri, List.of(), known);
    }

    private static Query of(UriInfo uri, List<String> common, String... known) {
        MultivaluedMap<String, String> parameters = uri.getQueryParameters();
        for (String name : parameters.keySet()) {
            if (!common.contains(name) && !Arrays.asList(known).contains(name)) {
                throw ApiException.invalid(name, "is not a parameter here");
            }
        }
        return new Query(parameters);
    }

    /** Which part of the list is wanted. */
    public PageRequest page() {
        Violations violations = new Violations();
        PageRequest page = PageRequest.of(limit(), parameters.getFirst("cursor"), violations);
        if (!violations.isEmpty()) {
            throw Changes.error(new Refusal.Invalid(violations.list()));
        }
        return page;
    }

    /** The text of a parameter, empty when it is not there. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(parameters.getFirst(name)).filter(text -> !text.isEmpty());
    }

    /** All texts of a parameter that may be there several times, empty ones left out. */
    public List<String> texts(String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Whether a switch is on; off when it is not there. */
    public boolean flag(String name) {
        String value = text(name).orElse("false");
        if (!value.equals("true") && !value.equals("false")) {
            throw ApiException.invalid(name, "must be true or false");
        }
        return value.equals("true");
    }

    /** What one of a few words stands for, empty when it is not there. */
    public <T> Optional<T> choice(String name, Map<String, T> words) {
        return text(name).map(word -> {
            T chosen = words.get(word);
            if (chosen == null) {
                throw ApiException.invalid(name, "must be one of " + String.join(", ", words.keySet()));
            }
            return chosen;
        });
    }

    private @Nullable Integer limit() {
        String limit = text("limit").orElse(null);
        if (limit == null) {
            return null;
        }
        if (!limit.matches("[0-9]{1,9}")) {
            throw ApiException.invalid("limit", "must be a whole number");
        }
        return Integer.valueOf(limit);
    }
}
