package io.drover.decision;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.drover.policy.fact.Statement.Scope;
import java.io.IOException;

/** What a statement is limited to: one of {@code farm}, {@code resource}, {@code strategy}, or left out. */
final class ScopeJson {

    private static final String FARM = "farm";
    private static final String RESOURCE = "resource";
    private static final String STRATEGY = "strategy";

    private ScopeJson() {}

    /** Writes. */
    static final class Writer extends StdSerializer<Scope> {

        Writer() {
            super(Scope.class);
        }

        @Override
        public boolean isEmpty(SerializerProvider context, Scope scope) {
            return scope instanceof Scope.Everywhere;
        }

        @Override
        public void serialize(Scope scope, JsonGenerator out, SerializerProvider context) throws IOException {
            out.writeStartObject();
            if (scope instanceof Scope.InFarm in) {
                out.writeStringField(FARM, in.farmId());
            } else if (scope instanceof Scope.ForResource of) {
                out.writeStringField(RESOURCE, of.resourceId());
            } else if (scope instanceof Scope.WithStrategy with) {
                out.writeStringField(STRATEGY, with.name());
            }
            out.writeEndObject();
        }
    }

    /** Reads. */
    static final class Reader extends StdDeserializer<Scope> {

        Reader() {
            super(Scope.class);
        }

        @Override
        public Scope deserialize(JsonParser in, DeserializationContext context) throws IOException {
            JsonNode node = in.readValueAsTree();
            if (node.has(FARM)) {
                return new Scope.InFarm(node.path(FARM).asText());
            }
            if (node.has(RESOURCE)) {
                return new Scope.ForResource(node.path(RESOURCE).asText());
            }
            if (node.has(STRATEGY)) {
                return new Scope.WithStrategy(node.path(STRATEGY).asText());
            }
            return new Scope.Everywhere();
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return new Scope.Everywhere();
        }
    }
}
