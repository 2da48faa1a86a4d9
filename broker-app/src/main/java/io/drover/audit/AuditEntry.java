package io.drover.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that somebody did.
 *
 * @param id grows with time
 * @param at when, by the database's clock
 * @param who the actor's name
 * @param action for example {@code control}, {@code create}, {@code delete}
 * @param objectKind for example {@code agent}
 * @param objectId which one
 * @param before what it was, null when it was not there or does not matter
 * @param after what it became, null when it is gone
 */
public record AuditEntry(
        long id,
        Instant at,
        String who,
        String action,
        String objectKind,
        String objectId,
        @Nullable JsonNode before,
        @Nullable JsonNode after) {}
