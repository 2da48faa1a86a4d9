package io.drover.collect.exposition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpositionParserTest {

    private static Exposition parse(String text) throws ExpositionException {
        return ExpositionParser.parse(text, name -> true);
    }

    private static Sample one(String line) throws ExpositionException {
        return parse(line + "\n").samples("m").get(0);
    }

    @Test
    void readsWhatAnExporterWrites() throws ExpositionException {
        Exposition read = parse("""
                # HELP windows_cpu_time_total Time that processor spent in different modes (dpc, idle, …)
                # TYPE windows_cpu_time_total counter
                windows_cpu_time_total{core="0,0",mode="idle"} 9.17543671875e+06
                windows_cpu_time_total{core="0,0",mode="user"} 12.5 1700000000000

                # EOF
                up 1
                """);

        assertThat(read.samples("windows_cpu_time_total"))
                .containsExactly(
                        new Sample("windows_cpu_time_total", Map.of("core", "0,0", "mode", "idle"), 9175436.71875),
                        new Sample("windows_cpu_time_total", Map.of("core", "0,0", "mode", "user"), 12.5));
        assertThat(read.value("up")).hasValue(1);
        assertThat(read.value("down")).isEmpty();
        assertThat(read.samples("down")).isEmpty();
    }

    @Test
    void aBackslashInALabelIsEscaped() throws ExpositionException {
        assertThat(one("m{user=\"CORP\\\\alice\",quote=\"\\\"\",lines=\"a\\nb\"} 1")
                        .labels())
                .containsExactlyInAnyOrderEntriesOf(Map.of("user", "CORP\\alice", "quote", "\"", "lines", "a\nb"));
    }

    @Test
    void blanksAndACommaAtTheEndDoNotMatter() throws ExpositionException {
        assertThat(one("\t m { a = \"1\" , b = \"2\" , }\t 3 \t 4 "))
                .isEqualTo(new Sample("m", Map.of("a", "1", "b", "2"), 3));
        assertThat(one("m{} 1\r")).isEqualTo(new Sample("m", Map.of(), 1));
        assertThat(one("m{a=\"1\"}2").label("b")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "-1.5e-3,-0.0015",
        "+.5,0.5",
        "1.,1",
        "+Inf,Infinity",
        "-Inf,-Infinity",
        "Inf,Infinity",
        "NaN,NaN"
    })
    void readsNumbersAsGoWritesThem(String written, double number) throws ExpositionException {
        assertThat(one("m " + written).value()).isEqualTo(Double.valueOf(number));
    }

    @Test
    void ofASeriesThatComesTwiceTheFirstCounts() throws ExpositionException {
        Exposition read = parse("m{a=\"1\",b=\"2\"} 1\nm{b=\"2\",a=\"1\"} 2\nm{a=\"1\"} 3\n");

        assertThat(read.samples("m")).extracting(Sample::value).containsExactly(1.0, 3.0);
        assertThat(read.duplicates()).containsExactly("m");
    }

    @Test
    void keepsOnlyWhatIsWanted() throws ExpositionException {
        Exposition read = ExpositionParser.parse("a{x=\"1\"} 1\nb{x=\"1\"} 2\n", "b"::equals);

        assertThat(read.samples("a")).isEmpty();
        assertThat(read.samples("b")).hasSize(1);
    }

    @Test
    void theValueOfAMetricIsANumber() throws ExpositionException {
        assertThat(parse("m{a=\"1\"} NaN\nm{a=\"2\"} 7\n").value("m")).hasValue(7);
        assertThat(parse("m +Inf\n").value("m")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1m 1 | line 1, column 1: expected the name of a metric",
                "m | line 1, column 2: expected a number",
                "m one | line 1, column 3: expected a number",
                "m 1d | line 1, column 3: expected a number",
                "m 0x1p3 | line 1, column 3: expected a number",
                "m 1 now | line 1, column 5: expected a time stamp or the end of the line",
                "m 1 2 3 | line 1, column 7: expected the end of the line",
                "m{a=1} 1 | line 1, column 5: expected \"",
                "m{a=\"1} 1 | line 1, column 5: a label's value does not end",
                "m{a=\"\\x\"} 1 | line 1, column 6: only \\\\, \\\" and \\n are escaped",
                "m{a=\"1\" b=\"2\"} 1 | line 1, column 9: expected , or } after a label",
                "m{a=\"1\",a=\"2\"} 1 | line 1, column 9: the label a stands twice",
                "m{,} 1 | line 1, column 3: expected the name of a label",
                "<html> | line 1, column 1: expected the name of a metric",
            })
    void saysWhereATextIsWrong(String text, String reason) {
        assertThatThrownBy(() -> parse(text + "\n"))
                .isInstanceOf(ExpositionException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a 1\nb 12", "a 1\n# HE", "a 1\nb{x=\"1"})
    void aTextThatBreaksOffIsNone(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOfSatisfying(
                        ExpositionException.class,
                        wrong -> assertThat(wrong.line()).isEqualTo(2));
    }

    @Property
    void anyTextIsReadOrRefused(@ForAll("texts") String text) {
        try {
            assertThat(parse(text).duplicates()).isNotNull();
        } catch (ExpositionException wrong) {
            assertThat(wrong.line()).isPositive();
            assertThat(wrong.column()).isPositive();
        }
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> parts = Arbitraries.of(
                "m", "{", "}", "a", "=", "\"", "\\", "\\\\", ",", " ", "\n", "\r", "1", "e", "#", "NaN", "é");
        return Arbitraries.oneOf(parts.list().ofMaxSize(40).map(all -> String.join("", all)), Arbitraries.strings());
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll String label, @ForAll double value) throws ExpositionException {
        String escaped = label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");

        assertThat(one("m{a=\"" + escaped + "\"} " + number(value)))
                .isEqualTo(new Sample("m", Map.of("a", label), value));
    }

    private static String number(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "+Inf" : "-Inf") : String.valueOf(value);
    }

    @Test
    void fourMegabytesAreReadInNoTime() {
        String longLine = "m{" + "a=\"\\\\\",".repeat(400_000);
        String manyLines = "m{a=\"1\"} 1\n".repeat(350_000);

        assertTimeout(Duration.ofSeconds(5), () -> {
            assertThatThrownBy(() -> parse(longLine)).isInstanceOf(ExpositionException.class);
            assertThat(ExpositionParser.parse(manyLines, name -> false).samples("m"))
                    .isEmpty();
        });
    }

    @Test
    void takesNoMoreThanAHostCanHave() {
        assertRefused("m 1\n".repeat(50_001), "there are more than 50000 series");
        assertRefused(
                IntStream.range(0, 65).mapToObj(i -> "l" + i + "=\"\"").collect(Collectors.joining(",", "m{", "} 1\n")),
                "there are more than 64 labels");
        assertRefused("m{l=\"" + "x".repeat(8_193) + "\"} 1\n", "a label's value is longer than 8192 characters");
        assertRefused("m".repeat(513) + " 1\n", "a name is longer than 512 characters");
    }

    /** Names of one hash, which a set of records would compare with one another. */
    @Test
    void manySeriesOfOneHashAreReadInTime() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 32_768; i++) {
            String bits = String.format("%15s", Integer.toBinaryString(i)).replace(' ', '0');
            text.append("m_").append(bits.replace("0", "Aa").replace("1", "BB")).append(" 1\n");
        }

        assertTimeout(
                Duration.ofSeconds(20),
                () -> assertThat(parse(text.toString()).duplicates()).isEmpty());
    }

    private static void assertRefused(String text, String reason) {
        assertThatThrownBy(() -> parse(text)).hasMessageContaining(reason);
    }
}
