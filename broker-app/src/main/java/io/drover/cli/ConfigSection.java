package io.drover.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.jackson.Jackson;
import io.drover.ConfigTrouble;
import io.drover.file.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Reads the one section of {@code config.yml} that a verb needs. */
final class ConfigSection {

    private ConfigSection() {}

    /**
     * The section as the type has it; its defaults where the section is missing.
     *
     * @throws BadFileException when the file is not there or cannot be read, or the section is wrong
     */
    static <T> T read(Path file, String name, Class<T> type) {
        Path absolute = file.toAbsolutePath();
        if (!Files.isRegularFile(absolute)) {
            throw new BadFileException("There is no configuration file %s.".formatted(file));
        }
        ObjectMapper mapper = Jackson.newObjectMapper(new YAMLFactory());
        try (InputStream text = new SubstitutingSourceProvider(
                        new FileConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(false))
                .open(absolute.toString())) {
            JsonNode section = mapper.readTree(text).path(name);
            JsonNode present = section.isMissingNode() || section.isNull() ? mapper.createObjectNode() : section;
            return mapper.readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(present);
        } catch (ValueInstantiationException e) {
            throw new BadFileException("%s: %s"
                    .formatted(file, Objects.requireNonNullElse(e.getCause(), e).getMessage()));
        } catch (JsonProcessingException e) {
            throw new BadFileException(file + ConfigTrouble.of(e, name));
        } catch (IOException e) {
            throw new BadFileException("%s cannot be read: %s.".formatted(file, FileTrouble.reason(file, e)));
        }
    }

    /** The folder that paths in the file are counted from. */
    static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling("");
    }
}
