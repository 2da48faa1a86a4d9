package io.drover.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.flywaydb.core.api.MigrationVersion;

/** What the tables say of the builds that run on them. A build is named by its newest migration. */
final class SchemaFloor {

    private static final String NO_SUCH_TABLE = "42P01";

    private SchemaFloor() {}

    /** The oldest build that runs on the tables; empty before the migration that made the table. */
    static Optional<MigrationVersion> oldestBuild(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT oldest_build FROM schema_floor")) {
            return row.next() ? Optional.of(MigrationVersion.fromVersion(row.getString(1))) : Optional.empty();
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.equals(e.getSQLState())) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
