package io.drover.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a database's tables to what this build expects, forward only. Several brokers may try at once: one does it,
 * the others wait. Tables of a newer build are taken too, for as long as they say that this build runs on them.
 */
public final class Migrations {
    private static final Logger log = LoggerFactory.getLogger(Migrations.class);

    private static final String TOO_OLD =
            "This build is older than the database, which already has migration %s%s. Use a newer build.";
    private static final String ALTERED =
            "Migration %s was changed after it was applied. Bring the original file back.";

    private final Flyway flyway;
    private final DataSource dataSource;
    private volatile MigrationVersion build = MigrationVersion.fromVersion("0");

    /**
     * Prepares, and asks the database nothing yet.
     *
     * @param dataSource connections whose statements may take their time: an index may take minutes to build
     * @param folder the folder with the migrations, or null for those in the jar
     */
    public Migrations(DataSource dataSource, @Nullable Path folder) {
        this.dataSource = dataSource;
        flyway = Flyway.configure()
                .dataSource(dataSource)
                .locations(folder == null ? "classpath:migrations" : "filesystem:" + folder.toAbsolutePath())
                .failOnMissingLocations(true)
                .validateMigrationNaming(true)
                .placeholderReplacement(false)
                .baselineOnMigrate(false)
                .cleanDisabled(true)
                .loggers("slf4j")
                .load();
    }

    /**
     * Asks the configured database about its migrations. An embedded server is started for the question, and stopped.
     *
     * @throws DatabaseException when the database cannot be reached or used
     */
    public static <T> T of(DatabaseConfig config, Function<Migrations, T> question) {
        if (!config.embedded()) {
            return question.apply(new Migrations(Login.of(config).patientDataSource(), config.migrations()));
        }
        try (EmbeddedDatabase server =
                EmbeddedDatabase.start(config.folder(), config.binariesFolder(), config.port())) {
            Login login = new Login(server.url(), server.user(), server.password());
            return question.apply(new Migrations(login.patientDataSource(), config.migrations()));
        }
    }

    /** One step of the schema's history. */
    public record Migration(String version, String description, State state, Optional<Instant> appliedAt) {}

    /** Where a migration stands in this database. */
    public enum State {
        APPLIED,
        PENDING,
        FAILED,
        /** Applied, and the file was changed afterwards. */
        CHANGED,
        /** Applied by a build that knew more than this one, which may run on the tables all the same. */
        UNKNOWN
    }

    /** Applies what is pending and returns it, the oldest first. */
    public List<Migration> migrate() {
        List<Migration> before = status();
        refuseOutgrown(before);
        refuse(before, State.CHANGED, ALTERED);
        if (before.stream().noneMatch(migration -> migration.state() == State.PENDING)) {
            return List.of();
        }
        try {
            Set<String> applied = flyway.migrate().migrations.stream()
                    .map(output -> output.version)
                    .collect(Collectors.toUnmodifiableSet());
            return status().stream()
                    .filter(migration -> applied.contains(migration.version()))
                    .toList();
        } catch (FlywayException e) {
            throw failed("The database could not be migrated: ", e);
        }
    }

    /** Every migration that this build or the database knows, the oldest first. */
    public List<Migration> status() {
        try {
            MigrationInfo[] all = flyway.info().all();
            Arrays.stream(all)
                    .filter(info -> info.getState().isResolved() && info.getVersion() != null)
                    .map(MigrationInfo::getVersion)
                    .max(Comparator.naturalOrder())
                    .ifPresent(newest -> build = newest);
            return Arrays.stream(all).map(Migrations::describe).toList();
        } catch (FlywayException e) {
            throw failed("The database's migrations cannot be read: ", e);
        }
    }

    /** Refuses a database whose tables this build does not run on. */
    public void requireCurrent() {
        List<Migration> status = status();
        refuseOutgrown(status);
        refuse(status, State.CHANGED, ALTERED);
        refuse(status, State.FAILED, "Migration %s failed earlier. Run ./drover db migrate and read what it says.");
        refuse(status, State.PENDING, "The database lacks migration %s. Run ./drover db migrate, then start again.");
    }

    /**
     * Why this build does not run on the tables any more, although it once did; empty when it does. Asks one row.
     *
     * @param connection of any pool, in autocommit mode
     */
    Optional<String> outgrown(Connection connection) throws SQLException {
        MigrationVersion own = build;
        return SchemaFloor.oldestBuild(connection)
                .filter(oldest -> own.compareTo(oldest) < 0)
                .map(oldest -> "the tables need a build with migration %s, and this one's newest is %s"
                        .formatted(oldest, own));
    }

    private void refuseOutgrown(List<Migration> status) {
        String newer = versions(status, State.UNKNOWN);
        if (newer.isEmpty()) {
            return;
        }
        try (Connection connection = dataSource.getConnection()) {
            Optional<MigrationVersion> oldest = SchemaFloor.oldestBuild(connection);
            if (oldest.isEmpty() || build.compareTo(oldest.get()) < 0) {
                String needed = oldest.map(" and needs a build with migration %s"::formatted)
                        .orElse("");
                throw new OtherBuildException(TOO_OLD.formatted(newer, needed));
            }
        } catch (SQLException e) {
            throw new DatabaseException("The database's migrations cannot be read: " + e.getMessage(), e);
        }
        log.info("The tables are of a newer build, with migration {}; this build runs on them", newer);
    }

    private static void refuse(List<Migration> status, State state, String message) {
        String versions = versions(status, state);
        if (!versions.isEmpty()) {
            throw state == State.CHANGED
                    ? new OtherBuildException(message.formatted(versions))
                    : new DatabaseException(message.formatted(versions));
        }
    }

    private static String versions(List<Migration> status, State state) {
        return status.stream()
                .filter(migration -> migration.state() == state)
                .map(Migration::version)
                .collect(Collectors.joining(", "));
    }

    /** Without the frame that the library draws around a connection that could not be made. */
    private static DatabaseException failed(String what, FlywayException fault) {
        for (Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && SqlState.saysNoConnection(sql)) {
                return new DatabaseException(what + sql.getMessage(), fault);
            }
        }
        return new DatabaseException(what + fault.getMessage(), fault);
    }

    private static Migration describe(MigrationInfo info) {
        MigrationVersion version = info.getVersion();
        Date installed = info.getInstalledOn();
        return new Migration(
                version == null ? "" : version.getVersion(),
                info.getDescription(),
                state(info),
                Optional.ofNullable(installed).map(Date::toInstant));
    }

    private static State state(MigrationInfo info) {
        if (!info.getState().isApplied()) {
            return State.PENDING;
        }
        if (info.getState().isFailed()) {
            return State.FAILED;
        }
        if (!info.getState().isResolved()) {
            return State.UNKNOWN;
        }
        return info.isChecksumMatching() ? State.APPLIED : State.CHANGED;
    }
}
