package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.dropwizard.jackson.Jackson;
import java.io.PrintWriter;

/** Prints what a broker answered, whole. */
final class Answers {

    private static final ObjectMapper JSON = Jackson.newObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .stringQuotingChecker(new TextQuotes())
            .build());

    private Answers() {}

    static void json(PrintWriter out, Object answer) {
        try {
            out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what is JSON already cannot be written", e);
        }
    }

    /** For people, and for programs that read YAML. */
    static void yaml(PrintWriter out, Object answer) {
        try {
            out.print(YAML.writeValueAsString(answer));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what is JSON already cannot be written", e);
        }
    }
}
