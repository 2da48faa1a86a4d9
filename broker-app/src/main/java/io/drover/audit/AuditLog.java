package io.drover.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.Actor;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes and reads the audit. Safe for use by many threads. */
public final class AuditLog {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final int MONTHS_AHEAD = 1;

    private final AuditDao dao;

    public AuditLog(AuditDao dao) {
        this.dao = dao;
    }

    /** Records something that no change of the database records itself. */
    public void record(
            Actor who,
            String action,
            String objectKind,
            String objectId,
            @Nullable JsonNode before,
            @Nullable JsonNode after) {
        dao.insert(who.name(), action, objectKind, objectId, before, after);
    }

    /** Entries, newest first. */
    public Page<AuditEntry> list(AuditFilter filter, PageRequest page) {
        List<AuditEntry> entries = dao.list(filter, belowId(page.after()), page.limit() + 1);
        return Page.of(page, entries, entry -> entry, entry -> new Cursor(entry.at(), Long.toString(entry.id())));
    }

    /**
     * Makes room for the months to come and drops those that are past: to be called at the start and now and then, by
     * every instance. While somebody reads the audit, that may have to wait for the next time.
     *
     * @param retention how long entries are kept at least, in whole days
     */
    public void keep(Duration retention) {
        dao.addMonths(MONTHS_AHEAD);
        List<String> past = dao.dropMonths(Math.toIntExact(retention.toDays()));
        if (!past.isEmpty()) {
            LOG.info("Entries of the audit older than {} days are dropped, from {}", retention.toDays(), past);
        }
    }

    private static long belowId(Cursor cursor) {
        return cursor.id().matches("\\d{1,18}") ? Long.parseLong(cursor.id()) : Long.MAX_VALUE;
    }
}
