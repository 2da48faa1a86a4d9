package io.drover.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayReportTest {

    private static final Change CHANGE = new Change(
            Change.Kind.OTHER_HOST, "score", new Change.End("a, score", "a"), new Change.End("b, score", "b"));

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 14, 28, 55, 56, 100})
    void exactlyAsManyAsAllowedAreNotMore(int changed) {
        ReplayReport report = report(changed);

        assertThat(report.exceeds(BigDecimal.valueOf(changed))).isFalse();
        assertThat(report.exceeds(BigDecimal.valueOf(changed).subtract(new BigDecimal("0.001"))))
                .isTrue();
    }

    @Test
    void noDecisionIsNoChange() {
        assertThat(new ReplayReport().exceeds(BigDecimal.ZERO)).isFalse();
    }

    private static ReplayReport report(int changed) {
        ReplayReport report = new ReplayReport();
        for (int i = 0; i < 100; i++) {
            report.add("id" + i, Instant.EPOCH, "alice", i < changed ? CHANGE : null);
        }
        return report;
    }
}
