package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.benchmarks.load.Footprint.Table;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EnduranceReportTest {

    private static final int SAMPLES = 40;

    private static EnduranceReport report(IntFunction<Footprint> sample) {
        return EnduranceReport.of(IntStream.range(0, SAMPLES).mapToObj(sample).toList());
    }

    /** The records that are kept grow by 500 KiB a sample. */
    private static Footprint sample(int number, double heap, long files, long failed, long revisions, Table lease) {
        return new Footprint(
                30.0 * number,
                heap,
                80,
                400,
                100,
                files,
                8,
                50,
                number % 5 == 0 ? 90 : 12,
                failed,
                number,
                revisions,
                Map.of("lease", lease, "decision", new Table(500.0 * number, 0)));
    }

    private static Footprint steady(int number) {
        return sample(number, 60 + number % 3, 280, 0, number + 1, new Table(4_000, 900));
    }

    private static List<String> missed(EnduranceReport report) {
        return report.verdicts().stream()
                .filter(verdict -> !verdict.met())
                .map(Verdict::target)
                .toList();
    }

    @Test
    void aSteadyRunKeepsAllBounds() {
        EnduranceReport report = report(EnduranceReportTest::steady);

        assertThat(missed(report)).isEmpty();
        assertThat(report.isMet()).isTrue();
        assertThat(report.text()).contains("Nothing grew.").doesNotContain("MISSED");
    }

    @Test
    void eachThingThatGrowsIsNamed() {
        Table lease = new Table(4_000, 900);
        assertThat(missed(report(n -> sample(n, 60 + n, 280, 0, n + 1, lease))))
                .containsExactly("heap after a collection, MiB");
        assertThat(missed(report(n -> sample(n, 60, 280 + n, 0, n + 1, lease)))).containsExactly("open files");
        assertThat(missed(report(n -> sample(n, 60, 280, 0, n + 1, new Table(4_000 + 200 * n, 900)))))
                .containsExactly("lease, KiB");
        assertThat(missed(report(n -> sample(n, 60, 280, 0, n + 1, new Table(4_000, 2_000L * n)))))
                .containsExactly("lease, dead rows");
    }

    @Test
    void recordsThatGrowFasterAndFasterAreNamed() {
        EnduranceReport report = report(n -> {
            Footprint sample = steady(n);
            return new Footprint(
                    sample.second(),
                    sample.heapMiB(),
                    sample.metaspaceMiB(),
                    sample.residentMiB(),
                    sample.threads(),
                    sample.files(),
                    sample.connections(),
                    sample.rate(),
                    sample.p99Ms(),
                    0,
                    n,
                    n + 1,
                    Map.of("decision", new Table(30.0 * n * n, 0)));
        });

        assertThat(missed(report)).containsExactly("decision, KiB more in the last quarter");
    }

    @Test
    void aFailedRequestAndRulesThatAreNotTakenAreNamed() {
        Table lease = new Table(4_000, 900);

        assertThat(missed(report(n -> sample(n, 60, 280, n == SAMPLES - 1 ? 1 : 0, 1, lease))))
                .containsExactly("requests not answered with 200", "changed rules that decided");
    }

    @Test
    void tooFewSamplesAreRefused() {
        List<Footprint> few =
                IntStream.range(0, 7).mapToObj(EnduranceReportTest::steady).toList();

        assertThatThrownBy(() -> EnduranceReport.of(few)).hasMessageContaining("7 samples are too few");
    }

    @Test
    void theLinesOfTheTableHaveTheFieldsOfItsHeader() {
        Footprint sample = steady(1);

        assertThat(EnduranceReport.header(sample)).endsWith(",decision_kib,decision_dead,lease_kib,lease_dead");
        assertThat(EnduranceReport.line(sample))
                .isEqualTo("30,61.0,80.0,400.0,100,280,8,50.0,12.00,0,1,2,500,0,4000,900");
    }
}
