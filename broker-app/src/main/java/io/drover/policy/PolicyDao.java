package io.drover.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jdbi.v3.sqlobject.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** The tables {@code policy_revision} and {@code policy_hold}. */
@RegisterConstructorMapper(PolicyDao.KeptRow.class)
@RegisterConstructorMapper(PolicyDao.HoldRow.class)
@RegisterConstructorMapper(PolicyDao.RevisionRow.class)
public interface PolicyDao {

    /** Rules; {@code files} is JSON. */
    record KeptRow(String revision, String files) {}

    /** Rules in the place of others; {@code files} is JSON. */
    record HoldRow(String revision, String files, String heldBy) {}

    /** What is known of a revision beside its rules. */
    record RevisionRow(
            String revision,
            String sha256,
            List<String> files,
            Instant addedAt,
            String addedBy,
            Instant servedAt,
            String servedBy,
            @Nullable Instant withdrawnAt,
            @Nullable String withdrawnBy) {}

    @SqlUpdate("""
            INSERT INTO policy_revision (revision, sha256, files, added_by, served_by)
            VALUES (:revision, :sha256, CAST(:files AS json), :by, :by)
            ON CONFLICT (revision) DO UPDATE
               SET served_at = clock_timestamp(), served_by = :by, withdrawn_at = NULL, withdrawn_by = NULL
            """)
    void keep(
            @Bind("revision") String revision,
            @Bind("sha256") String sha256,
            @Bind("files") String files,
            @Bind("by") String by);

    /** Forgets all but the revisions that served last, and those that a rollback holds on to. */
    @SqlUpdate("""
            DELETE FROM policy_revision r
             WHERE r.revision NOT IN (SELECT revision FROM policy_revision ORDER BY served_at DESC LIMIT :most)
               AND NOT EXISTS (SELECT 1 FROM policy_hold h WHERE h.instead = r.revision)
            """)
    void forgetAllBut(@Bind("most") int most);

    @SqlQuery("""
            SELECT revision, CAST(files AS text) AS files FROM policy_revision
             WHERE withdrawn_at IS NULL AND revision <> :other ORDER BY served_at DESC, revision DESC LIMIT 1
            """)
    Optional<KeptRow> latestBut(@Bind("other") String other);

    @SqlQuery("SELECT revision, CAST(files AS text) AS files FROM policy_revision WHERE revision = :revision")
    Optional<KeptRow> find(@Bind("revision") String revision);

    @SqlQuery("""
            SELECT r.revision, CAST(r.files AS text) AS files, h.held_by
              FROM policy_hold h JOIN policy_revision r ON r.revision = h.instead
             WHERE h.folder_revision = :folder
            """)
    Optional<HoldRow> holdOn(@Bind("folder") String folderRevision);

    /** Withdraws what decided, and lets another decide where the folder has that revision. */
    @Transaction
    default void hold(String folderRevision, String active, String instead, String by) {
        withdraw(active, by);
        withdraw(folderRevision, by);
        addHold(folderRevision, instead, by);
    }

    @SqlUpdate("""
            UPDATE policy_revision SET withdrawn_at = clock_timestamp(), withdrawn_by = :by WHERE revision = :revision
            """)
    void withdraw(@Bind("revision") String revision, @Bind("by") String by);

    @SqlUpdate("""
            INSERT INTO policy_hold (folder_revision, instead, held_by) VALUES (:folder, :instead, :by)
            ON CONFLICT (folder_revision) DO UPDATE SET instead = :instead, held_by = :by, held_at = clock_timestamp()
            """)
    void addHold(@Bind("folder") String folderRevision, @Bind("instead") String instead, @Bind("by") String by);

    @SqlUpdate("DELETE FROM policy_hold WHERE folder_revision = :folder")
    void release(@Bind("folder") String folderRevision);

    /** A page of revisions, the one that served last first. */
    @SqlQuery("""
            SELECT revision, sha256, ARRAY(SELECT json_object_keys(files)) AS files, added_at, added_by, served_at,
                   served_by, withdrawn_at, withdrawn_by
              FROM policy_revision
             WHERE (served_at, revision) < (:before_at, :before_revision)
             ORDER BY served_at DESC, revision DESC LIMIT :limit
            """)
    List<RevisionRow> list(
            @Bind("before_at") Instant beforeAt,
            @Bind("before_revision") String beforeRevision,
            @Bind("limit") int limit);
}
