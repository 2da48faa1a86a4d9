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

    @Test
    void aStatementThatIsWrongIsABug() {
        assertThat(faults.translate(new SQLException("no such column", "42703")))
                .isEmpty();
        assertThat(faults.translate(new IllegalStateException("no"))).isEmpty();
    }
}
