package io.drover.scenario.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioRunner;
import io.drover.scenario.run.Wanted;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/**
 * Every report of one suite in which everything goes wrong, word for word. After a wanted change of the words, run with
 * {@code -Ddrover.golden=write} and read the difference.
 */
class ReportsIT {

    private static final Path FILES = Path.of("src/test/resources/scenario-reports");
    private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");

    private static RunReport report;

    @BeforeAll
    static void run() throws Exception {
        SuiteParser parser = new SuiteParser(file -> Files.readString(FILES.resolve(file)));
        SuiteReading reading = parser.parse(Path.of("trial.scenarios.yml"));
        assertThat(reading).isInstanceOf(SuiteReading.Good.class);
        try (CompiledRules rules = new RuleLoader(true).load(RuleSource.read(Path.of("../rules")))) {
            var results = new ScenarioRunner(rules, InstantSource.fixed(NOW))
                    .run(List.of(((SuiteReading.Good) reading).suite()), new Wanted("", List.of(), List.of()), 2);
            report = new RunReport(results, "0123456789ab", NOW, Duration.ofMillis(1234));
        }
    }

    @Test
    void text() throws Exception {
        assertGolden("report.txt", text(new TextReport(false, false)));
    }

    @Test
    void textOfFailuresAloneLeavesTheOthersOut() {
        assertThat(text(new TextReport(false, true)))
                .doesNotContain("The host with", "Left out for a good reason")
                .contains("Left out for too long");
    }

    @Test
    void coloursAreUsedOnlyWhereWanted() {
        assertThat(text(new TextReport(true, false))).contains("\u001b[32mok\u001b[0m");
        assertThat(text(new TextReport(false, false))).doesNotContain("\u001b");
    }

    @Test
    void json() throws Exception {
        assertGolden("report.json", JsonReport.of(report, Map.of()) + "\n");
    }

    @Test
    void junit() throws Exception {
        StringWriter out = new StringWriter();
        JunitReport.write(report, out);

        assertGolden("report.xml", out.toString());
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(out.toString())));
        assertThat(document.getElementsByTagName("testcase").getLength())
                .isEqualTo(report.results().size());
    }

    @Test
    void html() throws Exception {
        StringWriter out = new StringWriter();
        HtmlReport.write(report, out);

        assertGolden("report.html", out.toString());
        assertThat(out.toString())
                .doesNotContain("http:", "https:", "<script", "src=", "href=", "<error>", "<on its way>");
    }

    private static String text(TextReport look) {
        StringWriter out = new StringWriter();
        look.print(report, new PrintWriter(out));
        return out.toString();
    }

    private static void assertGolden(String name, String actual) throws Exception {
        String stable = actual.replaceAll("\\.drl:\\d+", ".drl:N")
                .replaceAll("rules [0-9a-f]{12}", "rules REVISION")
                .replaceAll(" time=\"[0-9.]+\"", " time=\"T\"");
        Path file = FILES.resolve(name);
        if (System.getProperty("drover.golden", "").equals("write")) {
            Files.writeString(file, stable);
        }
        assertThat(stable).isEqualTo(Files.readString(file));
    }
}
