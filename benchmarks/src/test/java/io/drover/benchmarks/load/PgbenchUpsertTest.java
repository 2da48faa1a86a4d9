package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PgbenchUpsertTest {

    @Test
    void theRateIsReadFromWhatItSays() {
        String said = """
                number of transactions actually processed: 70234
                latency average = 0.569 ms
                initial connection time = 41.5 ms
                tps = 14049.482718 (without initial connection time)
                """;
        assertThat(PgbenchUpsert.rate(said)).isEqualTo(14049.482718);
    }
}
