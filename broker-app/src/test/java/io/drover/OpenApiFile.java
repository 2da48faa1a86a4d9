package io.drover;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code docs/reference/openapi.yml}, to be held against the service. */
final class OpenApiFile {

    private static final String IRI = "https://drover.example/openapi.json";
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final Path FILE = Path.of("../docs/reference/openapi.yml");

    private final JsonNode root;
    private final SchemaRegistry schemas;

    private OpenApiFile(JsonNode root) {
        this.root = root;
        schemas = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(Map.of(IRI, root.toString()))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build()));
    }

    static OpenApiFile read() throws IOException {
        return new OpenApiFile(new ObjectMapper(new YAMLFactory()).readTree(FILE.toFile()));
    }

    /** A method on a path. */
    record Operation(String method, String path, JsonPointer place, JsonNode node) {

        /** The names of what may open it, as they stand under {@code securitySchemes}; empty when nothing is needed. */
        List<String> credentials() {
            return node.path("security")
                    .valueStream()
                    .flatMap(any -> any.properties().stream())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        /** Who may call it, in the words of {@link Route#callers()}. */
        String callers() {
            return credentials().isEmpty()
                    ? node.path("x-credential").asText("public")
                    : credentials().stream()
                            .filter(credential -> !credential.equals("agent_id"))
                            .map(credential -> switch (credential) {
                                case "operator_key" -> node.path("x-role").asText();
                                case "agent_token" -> "agent";
                                default -> credential.replace("_key", "");
                            })
                            .collect(Collectors.joining(" "));
        }

        /** The type of the body that it reads, empty for none. */
        String bodyType() {
            return node.path("requestBody").path("content").properties().stream()
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
        }

        /** The names of the parameters of its query. */
        List<String> queryParameters() {
            return node.path("parameters")
                    .valueStream()
                    .filter(parameter -> parameter.path("in").asText().equals("query"))
                    .map(parameter -> parameter.path("name").asText())
                    .toList();
        }

        JsonNode bodyExample() {
            return node.path("requestBody").path("content").path(bodyType()).path("example");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(method -> METHODS.contains(method.getKey()))
                        .forEach(method -> operations.add(new Operation(
                                method.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                JsonPointer.empty()
                                        .appendProperty("paths")
                                        .appendProperty(path.getKey())
                                        .appendProperty(method.getKey()),
                                method.getValue()))));
        return operations;
    }

    Operation operation(String method, String path) {
        return operations().stream()
                .filter(operation -> operation.toString().equals(method + " " + path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(method + " " + path + " is not in the file"));
    }

    /** What is wrong with an answer, by what the file says of the operation; empty when nothing is. */
    List<String> problems(Operation operation, int status, JsonNode body) {
        JsonPointer response =
                resolved(operation.place().appendProperty("responses").appendProperty(Integer.toString(status)));
        JsonNode content = root.at(response).path("content");
        if (root.at(response).isMissingNode()) {
            return List.of("status " + status + " is not in the file");
        }
        if (content.isMissingNode()) {
            return body.isMissingNode() ? List.of() : List.of("a body is not in the file");
        }
        String type = content.fieldNames().next();
        return problems(response.appendProperty("content").appendProperty(type), body);
    }

    /** What is wrong with the examples of the file. */
    List<String> problemsOfExamples() {
        return contents(JsonPointer.empty(), root)
                .flatMap(content -> problems(content, root.at(content).path("example")).stream())
                .toList();
    }

    private static Stream<JsonPointer> contents(JsonPointer place, JsonNode node) {
        Stream<JsonPointer> own = node.has("schema") && node.has("example") ? Stream.of(place) : Stream.empty();
        return Stream.concat(
                own,
                node.properties().stream()
                        .flatMap(child -> contents(place.appendProperty(child.getKey()), child.getValue())));
    }

    private List<String> problems(JsonPointer content, JsonNode instance) {
        return schemas.getSchema(SchemaLocation.of(IRI + "#" + content + "/schema")).validate(instance).stream()
                .map(Error::toString)
                .map(problem -> content + ": " + problem)
                .toList();
    }

    private JsonPointer resolved(JsonPointer place) {
        JsonNode ref = root.at(place).path("$ref");
        return ref.isTextual() ? JsonPointer.compile(ref.textValue().substring(1)) : place;
    }
}
