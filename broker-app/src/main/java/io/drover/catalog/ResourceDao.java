package io.drover.catalog;

import io.drover.audit.AuditDao;
import io.drover.lease.ControlGate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** The table {@code resource}. Every change closes the control gate and is audited, in one statement. */
@RegisterConstructorMapper(Resource.class)
@RegisterConstructorMapper(ResourceDao.Listed.class)
@RegisterConstructorMapper(ResourceDao.Clash.class)
public interface ResourceDao {

    String COLUMNS = """
            r.resource_id AS id, r.name, r.kind, r.farm_id, r.guacamole_connection_id, r.guacamole_connection_name,
            r.guacamole_data_source, r.remote_app, r.remote_app_dir, r.remote_app_args, r.manage_remote_app,
            r.remote_app_path, r.remote_app_command_line_setting, r.remote_app_required_command_line, r.groups,
            r.enabled, r.control_version
            """;

    String AUDITED = ", audited AS (" + AuditDao.INSERT + """
            'resource', w.resource_id, (SELECT to_jsonb(b) FROM before b), to_jsonb(w) FROM written w)
            """;

    /** Whether the resource may be as it is wanted, beside all others. */
    String ALLOWED = """
            , allowed AS MATERIALIZED (
              SELECT farm_exists(g.close_control_gate, :farmId)
                     AND NOT (:enabled AND EXISTS (
                       SELECT 1 FROM resource_clashes(g.close_control_gate, :id, :guacamoleDataSource,
                                                      :guacamoleConnectionId, :nameKey))) AS yes
                FROM gate g)
            """;

    @SqlQuery("SELECT " + COLUMNS + " FROM resource r")
    List<Resource> all();

    @SqlQuery("SELECT " + COLUMNS + " FROM resource r WHERE r.resource_id = ANY(:ids)")
    List<Resource> byIds(@Bind("ids") Collection<String> ids);

    @SqlQuery("SELECT " + COLUMNS + " FROM resource r WHERE r.resource_id = :id")
    Optional<Resource> find(@Bind("id") String id);

    /** Resources made before a moment, newest first. */
    @SqlQuery("SELECT " + COLUMNS + """
            , r.created_at AS listed_at FROM resource r
             WHERE (r.created_at, r.resource_id) < (:at, :id)
             ORDER BY r.created_at DESC, r.resource_id DESC
             LIMIT :limit
            """)
    List<Listed> page(@Bind("at") Instant at, @Bind("id") String id, @Bind("limit") int limit);

    /** Adds a resource; empty when the id is taken or it may not be beside the others. */
    @SqlQuery(ControlGate.WITH_GATE + ALLOWED + """
            , before AS (SELECT r.* FROM resource r WHERE false)
            , written AS (
              INSERT INTO resource (resource_id, name, kind, farm_id, guacamole_connection_id,
                guacamole_connection_name, guacamole_data_source, connection_name_key, remote_app, remote_app_dir,
                remote_app_args, manage_remote_app, remote_app_path, remote_app_command_line_setting,
                remote_app_required_command_line, groups, enabled)
              SELECT :id, :name, :kind, :farmId, :guacamoleConnectionId,
                :guacamoleConnectionName, :guacamoleDataSource, :nameKey, :remoteApp, :remoteAppDir,
                :remoteAppArgs, :manageRemoteApp, :remoteAppPath, :remoteAppCommandLineSetting,
                :remoteAppRequiredCommandLine, :groups, :enabled
                FROM allowed WHERE yes
              ON CONFLICT (resource_id) DO NOTHING
              RETURNING *)
            """ + AUDITED + "SELECT " + COLUMNS + " FROM written r")
    Optional<Resource> insert(
            @BindMethods Resource resource,
            @Bind("nameKey") String nameKey,
            @Bind("who") String who,
            @Bind("action") String action);

    /**
     * Replaces a resource; empty when it is not at the expected version any more, or may not be beside the others as it
     * is wanted.
     */
    @SqlQuery(ControlGate.WITH_GATE + ALLOWED + """
            , before AS (SELECT r.* FROM resource r WHERE r.resource_id = :id AND r.control_version = :expected)
            , written AS (
              UPDATE resource SET
                name = :name, kind = :kind, farm_id = :farmId, guacamole_connection_id = :guacamoleConnectionId,
                guacamole_connection_name = :guacamoleConnectionName, guacamole_data_source = :guacamoleDataSource,
                connection_name_key = :nameKey, remote_app = :remoteApp, remote_app_dir = :remoteAppDir,
                remote_app_args = :remoteAppArgs, manage_remote_app = :manageRemoteApp,
                remote_app_path = :remoteAppPath, remote_app_command_line_setting = :remoteAppCommandLineSetting,
                remote_app_required_command_line = :remoteAppRequiredCommandLine, groups = :groups,
                enabled = :enabled, control_version = nextval('control_version'), changed_at = clock_timestamp()
               WHERE resource_id = :id AND control_version = :expected AND (SELECT yes FROM allowed)
              RETURNING *)
            """ + AUDITED + "SELECT " + COLUMNS + " FROM written r")
    Optional<Resource> update(
            @BindMethods Resource resource,
            @Bind("nameKey") String nameKey,
            @Bind("expected") long expected,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Deletes a resource; empty when it is not at the expected version any more. */
    @SqlQuery(ControlGate.WITH_GATE + """
            , written AS (
              DELETE FROM resource WHERE resource_id = :id AND control_version = :expected AND"""
            + ControlGate.CLOSED + """

              RETURNING *)
            , audited AS (""" + AuditDao.INSERT + """
            'resource', w.resource_id, to_jsonb(w), NULL FROM written w)
            SELECT\s""" + COLUMNS + " FROM written r")
    Optional<Resource> delete(
            @Bind("id") String id,
            @Bind("expected") long expected,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Why a resource may not be as it is wanted: enabled ones that stand for the same connection. */
    @SqlQuery("""
            SELECT c.o_field AS field, c.o_resource_id AS resource_id
              FROM resource_clashes(0, :id, :guacamoleDataSource, :guacamoleConnectionId, :nameKey) c
            """)
    List<Clash> clashes(@BindMethods Resource resource, @Bind("nameKey") String nameKey);

    @SqlQuery("SELECT farm_exists(0, :farmId)")
    boolean farmExists(@Bind("farmId") String farmId);

    /** A resource, and when it was made. */
    record Listed(@Nested Resource resource, Instant listedAt) {}

    /** Another resource that stands for the same connection. */
    record Clash(String field, String resourceId) {}
}
