package io.drover.policy.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {

    private static final Finding FINDING =
            new Finding("a.drl", 12, 3, "unknown-fact", "there is no fact Agnet", "did you mean Agent?", "\tAgnet()");

    @Test
    void aTerminalGetsColours() {
        assertThat(ReportFormat.TEXT.write(report(FINDING), "1", true))
                .contains(
                        "\u001b[1ma.drl:12:3\u001b[0m: \u001b[31mthere is no fact Agnet\u001b[0m; did you mean Agent?");
    }

    @Test
    void aPipeGetsNone() {
        assertThat(ReportFormat.TEXT.write(report(FINDING), "1", false)).isEqualTo("""
                a.drl:12:3: there is no fact Agnet; did you mean Agent? [unknown-fact]
                    12 | 	Agnet()
                       | 	 ^

                1 finding in 1 of 1 file; docs/reference/lint explains each by its id
                """);
    }

    @Test
    void aPlaceOutsideOfTheTextHasNoExcerpt() {
        Finding whole = new Finding("a.drl", 0, 0, "does-not-compile", "it does not", "", "");

        assertThat(ReportFormat.TEXT.write(report(whole, whole), "1", false)).isEqualTo("""
                a.drl:1:1: it does not [does-not-compile]
                a.drl:1:1: it does not [does-not-compile]

                2 findings in 1 of 1 file; docs/reference/lint explains each by its id
                """);
    }

    private static RuleReport report(Finding... findings) {
        return new RuleReport("1", List.of("a.drl"), List.of(findings));
    }
}
