package io.drover.scenario.report;

import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Failure;
import io.drover.scenario.run.ScenarioResult.Status;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** The report as JUnit XML, which build servers show: a test suite for each file, a test case for each scenario. */
public final class JunitReport {

    private final Markup xml;

    private JunitReport(Markup xml) {
        this.xml = xml;
    }

    /** Writes one document. */
    public static void write(RunReport report, Writer out) throws XMLStreamException {
        new JunitReport(new Markup(out)).write(report);
    }

    private void write(RunReport report) throws XMLStreamException {
        xml.declaration();
        xml.element(
                "testsuites",
                () -> {
                    xml.line();
                    for (List<ScenarioResult> file : report.byFile().values()) {
                        suite(file, report);
                    }
                },
                attributes("drover", report.results(), report.took()));
        xml.end();
    }

    private void suite(List<ScenarioResult> results, RunReport report) throws XMLStreamException {
        Duration took = results.stream().map(ScenarioResult::took).reduce(Duration.ZERO, Duration::plus);
        xml.element(
                "testsuite",
                () -> {
                    xml.line();
                    xml.element(
                            "properties",
                            () -> xml.empty("property", "name", "policy_revision", "value", report.revision()));
                    for (ScenarioResult result : results) {
                        testCase(result);
                    }
                },
                attributes(results.get(0).suite(), results, took));
    }

    private static String[] attributes(String name, List<ScenarioResult> results, Duration took) {
        return new String[] {
            "name", name,
            "tests", String.valueOf(results.size()),
            "failures", count(results, Status.FAILED),
            "errors", "0",
            "skipped", count(results, Status.SKIPPED),
            "time", seconds(took)
        };
    }

    private static String count(List<ScenarioResult> results, Status status) {
        return String.valueOf(
                results.stream().filter(one -> one.status() == status).count());
    }

    private static String seconds(Duration took) {
        return BigDecimal.valueOf(took.toMillis(), 3).toPlainString();
    }

    private void testCase(ScenarioResult result) throws XMLStreamException {
        xml.element(
                "testcase",
                () -> {
                    if (result.status() == Status.SKIPPED) {
                        xml.empty("skipped", "message", result.skipReason());
                    }
                    for (Failure failure : result.failures()) {
                        failure(failure);
                    }
                },
                "name",
                result.name(),
                "classname",
                result.suite(),
                "file",
                result.position().file(),
                "line",
                String.valueOf(result.position().line()),
                "time",
                seconds(result.took()));
    }

    private void failure(Failure failure) throws XMLStreamException {
        xml.text(
                "failure",
                failure.position() + ": " + failure.message() + "\n" + failure.why(),
                "message",
                failure.message(),
                "type",
                "expectation");
    }
}
