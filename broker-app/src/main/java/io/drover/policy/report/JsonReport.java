package io.drover.policy.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.jackson.Jackson;

/** The report as JSON. */
final class JsonReport {

    private static final ObjectMapper MAPPER = Jackson.newMinimalObjectMapper();

    private JsonReport() {}

    static String write(RuleReport report) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("policy_revision", report.revision());
        ArrayNode files = json.putArray("files");
        report.paths().forEach(files::add);
        ArrayNode findings = json.putArray("findings");
        for (Finding finding : report.findings()) {
            findings.addObject()
                    .put("file", finding.path())
                    .put("line", finding.line())
                    .put("column", finding.column())
                    .put("lint", finding.lint())
                    .put("message", finding.message())
                    .put("hint", finding.hint())
                    .put("page", finding.page());
        }
        return json.toPrettyString() + "\n";
    }
}
