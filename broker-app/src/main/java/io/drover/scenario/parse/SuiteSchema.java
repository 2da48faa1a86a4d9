package io.drover.scenario.parse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The JSON Schema of suite and fleet files, for editors. It is told by the parser itself: the keys are those that it
 * asks for. The parser refuses more than the schema can say.
 */
public final class SuiteSchema {

    private SuiteSchema() {}

    /** The schema of both kinds of file, draft 2020-12. */
    public static String text() {
        Descriptions descriptions = Descriptions.read();
        Definitions definitions = new Definitions(descriptions);
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Drover scenario suite or fleet");
        ObjectNode suite = SuiteParser.KIND.schema().apply(definitions);
        ObjectNode fleet = GivenParser.kind(AgentNames.any()).schema().apply(definitions);
        schema.set("if", Definitions.anyOf(List.of(Definitions.required("suite"), Definitions.required("scenarios"))));
        schema.set("then", suite);
        schema.set("else", fleet);
        schema.set("$defs", definitions.all());
        if (!descriptions.unused().isEmpty()) {
            throw new IllegalStateException("no key of the format is " + descriptions.unused());
        }
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
