package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.http.StrictJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadReportTest {

    private static Row row(String system, String model, int clients, double rate, double p50, double p99) {
        return new Row(system, model, clients, rate, p50, p99, p99, 1, 1, 1, 0, 0);
    }

    private static List<Row> good() {
        return new ArrayList<>(List.of(
                row("pgbench", Row.CLOSED, 8, 1_000, 2, 9),
                row(Row.BROKER, Row.CLOSED, 8, 500, 3.5, 9),
                row(Row.BROKER, Row.OPEN, 8, 250, 3, 90),
                row("pgbench", Row.CLOSED, 128, 800, 9, 40),
                row(Row.BROKER, Row.CLOSED, 128, 900, 9, 40),
                row(Row.BROKER, Row.OPEN, 128, 450, 9, 20)));
    }

    @Test
    void targetsThatAreJustReachedAreMet() {
        LoadReport report = LoadReport.of(good(), List.of(Verdict.atMost("growth", 1.3, 1.3)));
        assertThat(report.verdicts()).extracting(Verdict::measured).containsExactly(0.9, 1.5, 20.0, 1.3);
        assertThat(report.isMet()).isTrue();
    }

    @Test
    void theRateIsHeldAgainstTheBestOfAnyClientCount() {
        List<Row> rows = good();
        rows.add(row("pgbench", Row.CLOSED, 32, 1_001, 2, 9));
        assertThat(LoadReport.of(rows, List.of()).isMet()).isFalse();
    }

    @Test
    void theRoundInTheMiddleCounts() {
        List<Row> rows = good();
        rows.add(row(Row.BROKER, Row.CLOSED, 128, 100, 9, 40));
        rows.add(row(Row.BROKER, Row.CLOSED, 128, 5_000, 9, 40));
        assertThat(LoadReport.of(rows, List.of()).verdicts().get(0).measured()).isEqualTo(0.9);
    }

    @Test
    void aFigureThatIsMissingMisses() {
        List<Row> rows = good();
        rows.removeIf(row -> row.model().equals(Row.OPEN));
        assertThat(LoadReport.of(rows, List.of()).isMet()).isFalse();
    }

    @Test
    void anAnswerThatFailedMisses() {
        List<Row> rows = good();
        rows.add(new Row(Row.BROKER, Row.CLOSED, 64, 900, 1, 1, 1, 1, 1, 1, 0, 1));
        assertThat(LoadReport.of(rows, List.of()).isMet()).isFalse();
    }

    @Test
    void aReportIsKeptWithWhatWasMeasured() throws Exception {
        Surroundings here = new Surroundings("a1b2c3", "0.1.0", "some", 2, 4_096, "17", "18.1");

        JsonNode kept = StrictJson.mapper().valueToTree(new Kept<>(here, LoadReport.of(good(), List.of())));

        assertThat(kept.at("/surroundings/revision").asText()).isEqualTo("a1b2c3");
        assertThat(kept.path("rows")).hasSize(6);
        assertThat(kept.path("verdicts")).hasSize(3);
    }
}
