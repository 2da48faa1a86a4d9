package io.drover;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.configuration.BaseConfigurationFactory;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.configuration.UndefinedEnvironmentVariableException;
import io.dropwizard.core.Configuration;
import io.dropwizard.logging.common.DefaultLoggingFactory;
import io.drover.file.FileTrouble;
import jakarta.validation.Validator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration file as Dropwizard does, and says in one line what is wrong with it.
 *
 * @param <T> what is read from it
 */
final class ConfigFactory<T extends Configuration> extends BaseConfigurationFactory<T> {

    /** What Dropwizard takes for a level; YAML makes true and false of ON and OFF. */
    private static final Set<String> LEVELS =
            Set.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF", "TRUE", "FALSE");

    ConfigFactory(Class<T> type, @Nullable Validator validator, ObjectMapper mapper, String prefix) {
        super(
                YAMLFactory.builder().build().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION),
                "YAML",
                type,
                validator,
                mapper,
                prefix);
    }

    /**
     * Reads and checks it.
     *
     * @throws BadConfigException when it cannot be read or says something wrong
     */
    @Override
    public T build(ConfigurationSourceProvider source, String path) {
        try {
            T config = super.build(source, path);
            checkLevels(config, path);
            return config;
        } catch (ConfigurationException e) {
            throw new BadConfigException(path + ConfigTrouble.of(e));
        } catch (UndefinedEnvironmentVariableException e) {
            throw new BadConfigException(path + ": " + ConfigTrouble.of(e));
        } catch (JsonProcessingException e) {
            throw new BadConfigException(path + ": not YAML");
        } catch (IOException e) {
            throw new BadConfigException(path + " cannot be read: " + FileTrouble.reason(Path.of(path), e));
        }
    }

    /** Dropwizard would take a level that it does not know for INFO. */
    private static void checkLevels(Configuration config, String path) {
        if (config.getLoggingFactory() instanceof DefaultLoggingFactory logging) {
            checkLevel(path, "logging.level", logging.getLevel());
            logging.getLoggers().forEach((name, level) -> checkLevel(path, "logging.loggers." + name, level));
        }
    }

    private static void checkLevel(String path, String key, JsonNode level) {
        JsonNode word = level.isObject() ? level.path("level") : level;
        if (!word.isMissingNode()) {
            checkLevel(path, key, word.asText());
        }
    }

    private static void checkLevel(String path, String key, String level) {
        if (!LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
            throw new BadConfigException(
                    "%s: %s must be ERROR, WARN, INFO, DEBUG, TRACE or OFF, not \"%s\"".formatted(path, key, level));
        }
    }
}
