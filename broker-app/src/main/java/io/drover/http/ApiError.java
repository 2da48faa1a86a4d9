package io.drover.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one shape of every error.
 *
 * @param error one sentence for people
 * @param code stable, in snake_case
 * @param ref the request's id; the broker's log knows more under it
 * @param decisionId the decision record, when a decision was taken
 * @param excluded hosts by the reason that excluded them, when a placement found none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ApiError(
        String error,
        String code,
        String ref,
        @Nullable String decisionId,
        @Nullable Map<String, Integer> excluded) {

    public ApiError {
        excluded = excluded == null ? null : new TreeMap<>(excluded);
    }
}
