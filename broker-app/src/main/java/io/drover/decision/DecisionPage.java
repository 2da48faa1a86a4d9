package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of decisions, newest first.
 *
 * @param decisions the decisions
 * @param nextCursor where the next page begins, null after the last
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionPage(
        List<DecisionSummary> decisions, @Nullable String nextCursor) {

    public DecisionPage {
        decisions = List.copyOf(decisions);
    }
}
