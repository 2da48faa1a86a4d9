package io.drover.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.JsonArguments;
import io.drover.database.JsonColumnMappers;
import java.util.List;
import org.jdbi.v3.sqlobject.config.RegisterArgumentFactory;
import org.jdbi.v3.sqlobject.config.RegisterColumnMapperFactory;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The table {@code audit}. Changes by operators write it in their own statement, with {@link #INSERT}. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(AuditEntry.class)
public interface AuditDao {

    /** Begins an entry in another statement; goes on with the object's kind, its id, before and after. */
    String INSERT = """
            INSERT INTO audit (who, action, object_kind, object_id, before, after)
            SELECT :who, :action,
            """;

    @SqlUpdate("""
            INSERT INTO audit (who, action, object_kind, object_id, before, after)
            VALUES (:who, :action, :objectKind, :objectId, CAST(:before AS jsonb), CAST(:after AS jsonb))
            """)
    void insert(
            @Bind("who") String who,
            @Bind("action") String action,
            @Bind("objectKind") String objectKind,
            @Bind("objectId") String objectId,
            @Bind("before") @Nullable JsonNode before,
            @Bind("after") @Nullable JsonNode after);

    /** Entries below an id, newest first. */
    @SqlQuery("""
            SELECT audit_id AS id, at, who, action, object_kind, object_id, before, after
              FROM audit
             WHERE audit_id < :belowId
               AND (:who = '' OR who = :who)
               AND (:objectKind = '' OR object_kind = :objectKind)
               AND (:objectId = '' OR object_id = :objectId)
             ORDER BY audit_id DESC
             LIMIT :limit
            """)
    List<AuditEntry> list(@BindMethods AuditFilter filter, @Bind("belowId") long belowId, @Bind("limit") int limit);

    /** Sees to it that there are partitions for this month and so many more. Answers how many were made. */
    @SqlQuery("SELECT add_audit_months(:ahead)")
    int addMonths(@Bind("ahead") int ahead);

    /**
     * Drops months that ended so many days ago, and some of their entries in the default partition. Answers the
     * partitions that it took from.
     */
    @SqlQuery("SELECT drop_audit_months(make_interval(days => :days))")
    List<String> dropMonths(@Bind("days") int days);
}
