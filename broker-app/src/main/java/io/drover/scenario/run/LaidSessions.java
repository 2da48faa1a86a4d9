package io.drover.scenario.run;

import io.drover.scenario.SessionRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The listed sessions of a host, and when a file said them: what they say is so many seconds ago stays where it was
 * while time goes on.
 *
 * @param rows the sessions
 * @param at when they were said
 */
record LaidSessions(List<SessionRow> rows, Instant at) {

    /** Nobody is listed. */
    static final LaidSessions NONE = new LaidSessions(List.of(), Instant.EPOCH);

    LaidSessions {
        rows = List.copyOf(rows);
    }

    /** When a session began, null when its row does not say. */
    @Nullable
    Instant logonAt(SessionRow row) {
        Double started = row.started();
        return started == null ? null : at.minusMillis(Math.round(started * 1000));
    }
}
