package io.drover;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import java.nio.file.Path;
import java.util.Map;

/**
 * How {@code config.yml} is read: variables of the environment are filled in, nothing unknown or double is accepted.
 */
public final class ConfigFile {

    private ConfigFile() {}

    /**
     * Reads the file, and system properties that start with {@code dw.} over it.
     *
     * @throws BadConfigException when it cannot be read or says something wrong, with the place
     */
    public static DroverConfig read(Path path) {
        return new ConfigFactory<>(
                        DroverConfig.class, Validators.newValidator(), strict(Jackson.newObjectMapper()), "dw")
                .build(substituting(new FileConfigurationSourceProvider(), System.getenv()), path.toString());
    }

    /** The same source with variables filled in; one that is not known and has no default is a fault. */
    static ConfigurationSourceProvider substituting(ConfigurationSourceProvider source, Map<String, String> variables) {
        EnvironmentVariableSubstitutor substitutor = new EnvironmentVariableSubstitutor(true);
        substitutor.setVariableResolver(variables::get);
        return new SubstitutingSourceProvider(source, substitutor);
    }

    static ObjectMapper strict(ObjectMapper mapper) {
        return mapper.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    }
}
