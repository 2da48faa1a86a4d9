package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MigrationsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @Test
    void theMigratedDatabaseHasTheTablesOfTheFleet() {
        int agents = database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM agent")
                        .mapTo(int.class)
                        .one());

        assertThat(agents).isZero();
    }
}
