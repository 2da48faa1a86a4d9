package io.drover.policy.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.jackson.Jackson;
import io.drover.policy.lint.Lint;
import java.net.URI;
import java.net.URISyntaxException;

/** The report in the Static Analysis Results Interchange Format of OASIS, version 2.1.0. */
final class SarifReport {

    private static final ObjectMapper MAPPER = Jackson.newMinimalObjectMapper();
    private static final String TEXT = "text";

    private SarifReport() {}

    /** @param version of Drover */
    static String write(RuleReport report, String version) {
        ObjectNode sarif = MAPPER.createObjectNode();
        sarif.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json").put("version", "2.1.0");
        ObjectNode run = sarif.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "drover check").put("version", version);
        ArrayNode rules = driver.putArray("rules");
        for (Lint lint : Lint.values()) {
            rule(lint, rules.addObject());
        }
        run.put("columnKind", "utf16CodeUnits");
        ArrayNode results = run.putArray("results");
        report.findings().forEach(finding -> result(finding, results.addObject()));
        return sarif.toPrettyString() + "\n";
    }

    private static void rule(Lint lint, ObjectNode rule) {
        rule.put("id", lint.id());
        rule.putObject("shortDescription").put(TEXT, lint.title() + ".");
        rule.putObject("help").put(TEXT, "docs/reference/lint/" + lint.id() + ".md explains it.");
    }

    private static void result(Finding finding, ObjectNode result) {
        result.put("ruleId", finding.lint()).put("level", "error");
        result.putObject("message").put(TEXT, finding.sentence());
        ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
        place.putObject("artifactLocation").put("uri", uri(finding.path()));
        place.putObject("region").put("startLine", finding.line()).put("startColumn", finding.column());
    }

    private static String uri(String path) {
        try {
            return new URI(path.startsWith("/") ? "file" : null, null, path, null).toString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(path, e);
        }
    }
}
