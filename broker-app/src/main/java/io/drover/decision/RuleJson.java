package io.drover.decision;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.drover.policy.RuleRef;
import java.io.IOException;

/** A rule as its id, where the reader knows the rules by {@link #NAMES}, else as an object. */
final class RuleJson {

    /** The attribute under which readers and writers find the {@link RuleNames}. */
    static final String NAMES = "rules";

    private RuleJson() {}

    /** Writes. */
    static final class Writer extends StdSerializer<RuleRef> {

        Writer() {
            super(RuleRef.class);
        }

        @Override
        public void serialize(RuleRef rule, JsonGenerator out, SerializerProvider context) throws IOException {
            if (context.getAttribute(NAMES) instanceof RuleNames names && names.knows(rule)) {
                out.writeString(rule.id());
                return;
            }
            out.writeStartObject();
            out.writeStringField("id", rule.id());
            out.writeStringField("name", rule.name());
            out.writeStringField("file", rule.file());
            out.writeNumberField("line", rule.line());
            out.writeEndObject();
        }
    }

    /** Reads. An id that is not known is all that is known of the rule. */
    static final class Reader extends StdDeserializer<RuleRef> {

        Reader() {
            super(RuleRef.class);
        }

        @Override
        public RuleRef deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.currentToken() == JsonToken.VALUE_STRING) {
                String id = in.getText();
                RuleRef known = context.getAttribute(NAMES) instanceof RuleNames names ? names.rule(id) : null;
                return known == null ? new RuleRef(id, id, "", 0) : known;
            }
            JsonNode node = in.readValueAsTree();
            return new RuleRef(
                    node.path("id").asText(),
                    node.path("name").asText(),
                    node.path("file").asText(),
                    node.path("line").asInt());
        }
    }
}
