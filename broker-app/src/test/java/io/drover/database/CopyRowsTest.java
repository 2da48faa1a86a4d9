package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class CopyRowsTest {

    @Test
    void columnsAreSeparatedAndRowsEnded() {
        CopyRows rows = new CopyRows();
        rows.add("a").add(-7).add(Instant.parse("2026-03-02T09:00:00.000001Z")).end();
        rows.add("").add((String) null).add((Instant) null).end();
        assertThat(rows.text()).isEqualTo("a\t-7\t2026-03-02T09:00:00.000001Z\n\t\\N\t\\N\n");
    }

    @Test
    void whatHasAMeaningIsEscaped() {
        CopyRows rows = new CopyRows();
        rows.add("CORP\\alice\tb\nc\rd\\N").end();
        assertThat(rows.text()).isEqualTo("CORP\\\\alice\\tb\\nc\\rd\\\\N\n");
    }
}
