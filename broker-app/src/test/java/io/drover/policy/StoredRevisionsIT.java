package io.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.control.Actor;
import io.drover.database.DatabaseExtension;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rollbacks in a database that comes and goes. */
class StoredRevisionsIT {

    private static final Actor ADA = Actor.operator("ada");

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private boolean away;
    private final StoredRevisions revisions = new StoredRevisions(Jdbi.create(() -> {
                if (away) {
                    throw new SQLException("nobody answers", "08006");
                }
                return database.dataSource().getConnection();
            })
            .installPlugin(new SqlObjectPlugin())
            .installPlugin(new PostgresPlugin())
            .onDemand(PolicyDao.class));

    private static RuleSource rules(String text) {
        return new RuleSource(new TreeMap<>(Map.of("rules.drl", text)));
    }

    @Test
    void aRollbackThatEndedWhileTheDatabaseWasAwayDoesNotComeBack() {
        RuleSource first = rules("// first");
        RuleSource second = rules("// second");
        revisions.keep(first, ADA);
        revisions.keep(second, ADA);
        revisions.hold(second.revision(), second.revision(), first, ADA);
        assertThat(revisions.holdOn(second.revision())).isPresent();

        away = true;
        revisions.release(second.revision());
        assertThatThrownBy(() -> revisions.holdOn(second.revision())).isInstanceOf(ConnectionException.class);
        revisions.run();
        away = false;
        assertThat(revisions.holdOn(second.revision())).isEmpty();

        revisions.hold(second.revision(), second.revision(), first, ADA);
        revisions.run();
        assertThat(revisions.holdOn(second.revision())).isPresent();
    }
}
