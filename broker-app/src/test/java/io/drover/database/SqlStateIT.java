package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.codahale.metrics.MetricRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a server really says when it does not let the broker in, and what is made of it. */
class SqlStateIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @BeforeAll
    static void inventRoles() {
        database.execute("CREATE ROLE known LOGIN PASSWORD 'p'");
        database.execute("CREATE ROLE barred NOLOGIN PASSWORD 'p'");
        database.execute("CREATE ROLE crowded LOGIN PASSWORD 'p' CONNECTION LIMIT 0");
        database.execute("CREATE DATABASE closed_one ALLOW_CONNECTIONS false");
        database.execute("CREATE DATABASE private_one");
        database.execute("REVOKE CONNECT ON DATABASE private_one FROM public");
    }

    @AfterAll
    static void forgetRoles() {
        database.execute("DROP DATABASE private_one");
        database.execute("DROP DATABASE closed_one");
        database.execute("DROP ROLE known, barred, crowded");
    }

    private static String urlOf(String name) {
        return database.url().replaceFirst("/[^/?]*$", "/" + name);
    }

    private static void assertRefused(String state, boolean connectionLoss, ThrowingCallable attempt) {
        Throwable fault = catchThrowable(attempt);
        assertThat(fault).isNotNull();
        assertThat(SqlState.of(fault)).contains(state);
        assertThat(SqlState.isUnavailable(fault)).isTrue();
        assertThat(SqlState.isConnectionLoss(fault)).isEqualTo(connectionLoss);
    }

    @Test
    void aLoginThatIsRefusedIsAConnectionThatCannotBeHad() {
        assertRefused("28P01", true, () -> DriverManager.getConnection(database.url(), "known", "old"));
        assertRefused("28000", true, () -> DriverManager.getConnection(database.url(), "barred", "p"));
        assertRefused("3D000", true, () -> DriverManager.getConnection(urlOf("gone"), "known", "p"));
        assertRefused("55000", true, () -> DriverManager.getConnection(urlOf("closed_one"), "known", "p"));
        assertRefused("53300", true, () -> DriverManager.getConnection(database.url(), "crowded", "p"));
    }

    /** Statements say the same when the role may not read a table: that is no lost connection. */
    @Test
    void aRoleWithoutThePrivilegeIsNoBugOfTheBroker() {
        assertRefused("42501", false, () -> DriverManager.getConnection(urlOf("private_one"), "known", "p"));
    }

    @Test
    void thePoolSaysTheSame() {
        DatabaseConfig config = DatabaseConfig.at(database.url(), "known", "old");
        try (Database refused = Database.start(config, new MetricRegistry())) {
            assertRefused("28P01", true, () -> refused.jdbi().open().close());
        }
    }

    @Test
    void aTransactionThatTheServerEndedIsALostConnection() throws Exception {
        try (Connection connection = database.database().open("idle");
                Statement statement = connection.createStatement()) {
            statement.execute("SET idle_in_transaction_session_timeout = 1");
            connection.setAutoCommit(false);
            statement.execute("SELECT 1");
            awaitEndOf("drover-idle");
            assertRefused("25P03", true, () -> statement.execute("SELECT 1"));
        }
    }

    private static void awaitEndOf(String application) {
        Duration longest = Duration.ofSeconds(20);
        long deadline = System.nanoTime() + longest.toNanos();
        String question = "SELECT pid::text FROM pg_stat_activity WHERE application_name = '" + application + "'";
        while (!database.query(question).isEmpty()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }
}
