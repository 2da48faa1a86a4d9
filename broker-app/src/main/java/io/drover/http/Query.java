package io.drover.http;

import io.drover.control.PageRequest;
import io.drover.control.Refusal;
import io.drover.control.TimeText;
import io.drover.control.Violations;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query, read strictly: a value that may not be is 400. Which there are, {@link Parameters} says.
 * Immutable.
 */
public final class Query {

    private final MultivaluedMap<String, String> parameters;

    private Query(MultivaluedMap<String, String> parameters) {
        this.parameters = parameters;
    }

    /** The query of a request. */
    public static Query of(UriInfo uri) {
        return new Query(uri.getQueryParameters());
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
                throw ApiException.invalid(name, "must be one of " + String.join(", ", new TreeSet<>(words.keySet())));
            }
            return chosen;
        });
    }

    /** A moment as {@link TimeText} reads it, empty when it is not there. */
    public Optional<Instant> time(String name) {
        return text(name)
                .map(text -> TimeText.moment(text).orElseThrow(() -> ApiException.invalid(name, TimeText.RULE)));
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
