package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.jackson.Jackson;
import io.drover.database.DatabaseConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;

/** Reads the one section of {@code config.yml} that the database's verbs need. */
final class DatabaseSection {

    private DatabaseSection() {}

    /** The section, its relative folders counted from the file's own; the defaults where it is missing. */
    static DatabaseConfig read(Path file) {
        Path absolute = file.toAbsolutePath();
        if (!Files.isRegularFile(absolute)) {
            throw new BadFileException("There is no configuration file %s.".formatted(file));
        }
        ObjectMapper mapper = Jackson.newObjectMapper(new YAMLFactory());
        try (InputStream text = new SubstitutingSourceProvider(
                        new FileConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(false))
                .open(absolute.toString())) {
            JsonNode section = mapper.readTree(text).path("database");
            JsonNode present = section.isMissingNode() || section.isNull() ? mapper.createObjectNode() : section;
            return mapper.readerFor(DatabaseConfig.class)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .<DatabaseConfig>readValue(present)
                    .relativeTo(absolute.resolveSibling(""));
        } catch (ValueInstantiationException e) {
            throw new BadFileException("%s: %s"
                    .formatted(file, Objects.requireNonNullElse(e.getCause(), e).getMessage()));
        } catch (JsonMappingException e) {
            String key = e.getPath().stream()
                    .map(JsonMappingException.Reference::getFieldName)
                    .collect(Collectors.joining("."));
            throw new BadFileException("%s: database.%s: %s".formatted(file, key, e.getOriginalMessage()));
        } catch (JsonProcessingException e) {
            throw new BadFileException("%s: %s".formatted(file, e.getMessage()));
        } catch (IOException e) {
            throw new BadFileException("%s cannot be read: %s".formatted(file, e));
        }
    }
}
