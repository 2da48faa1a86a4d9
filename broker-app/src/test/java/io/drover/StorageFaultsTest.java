package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.http.ApiException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageFaultsTest {

    private final StorageFaults faults = new StorageFaults();

    /** The connection, the server, its disk and memory, a time-out, a deadlock, a server that takes no writes. */
    @ParameterizedTest
    @ValueSource(strings = {"08006", "57P01", "57014", "53100", "58030", "55P03", "40P01", "40001", "25006"})
    void whatTheDatabaseCannotDoNowIsRefused(String state) {
        assertThat(faults.translate(new IllegalStateException(new SQLException("no", state))))
                .map(ApiException::code)
                .hasValue("storage_unavailable");
    }

    /** The password, the role or its right to connect, the database; too many connections, a server that starts. */
    @ParameterizedTest
    @ValueSource(strings = {"28P01", "28000", "42501", "3D000", "55000", "08004", "53300", "57P03"})
    void aLoginThatIsRefusedIsNoBug(String state) {
        assertThat(faults.translate(new IllegalStateException(new SQLException("no", state))))
                .map(ApiException::code)
                .hasValue("storage_unavailable");
    }

    /** A connection that the server ended in a transaction, tables that are made anew, a file that is damaged. */
    @ParameterizedTest
    @ValueSource(strings = {"25P03", "42P01", "3F000", "XX001"})
    void whatTheServerDoesForItsOwnReasonsIsNoBug(String state) {
        assertThat(faults.translate(new IllegalStateException(new SQLException("no", state))))
                .map(ApiException::code)
                .hasValue("storage_unavailable");
    }

    @Test
    void aPoolThatSaysNoStateHasNoConnection() {
        assertThat(faults.translate(new SQLException("no connection in time"))).isPresent();
    }

    @Test
    void aStatementThatIsWrongIsABug() {
        assertThat(faults.translate(new SQLException("no such column", "42703")))
                .isEmpty();
        assertThat(faults.translate(new IllegalStateException("no"))).isEmpty();
    }
}
