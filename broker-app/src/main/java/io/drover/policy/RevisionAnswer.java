package io.drover.policy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a revision that served.
 *
 * @param revision its name
 * @param sha256 of its files' names and texts
 * @param files its files
 * @param addedAt when it served first
 * @param addedBy who made it so
 * @param servedAt when it was put into service last
 * @param servedBy who made it so
 * @param withdrawnAt when it was rolled back from; left out unless it was
 * @param withdrawnBy who did that
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RevisionAnswer(
        String revision,
        String sha256,
        List<String> files,
        Instant addedAt,
        String addedBy,
        Instant servedAt,
        String servedBy,
        @Nullable Instant withdrawnAt,
        @Nullable String withdrawnBy) {

    static RevisionAnswer of(PolicyDao.RevisionRow row) {
        return new RevisionAnswer(
                row.revision(),
                row.sha256(),
                row.files(),
                row.addedAt(),
                row.addedBy(),
                row.servedAt(),
                row.servedBy(),
                row.withdrawnAt(),
                row.withdrawnBy());
    }
}
