package io.drover;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.google.common.base.Throwables;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.UndefinedEnvironmentVariableException;
import io.dropwizard.util.Duration;
import io.drover.scenario.parse.Nearest;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Says what is wrong in a configuration file: the key and what may stand there, without the parser's own words. */
public final class ConfigTrouble {

    private static final Pattern DUPLICATE = Pattern.compile("Duplicate field '(.*)'");

    private static final Pattern QUOTED = Pattern.compile("'(\\w+)'");

    private ConfigTrouble() {}

    /** What follows the name of the file: the place in it, if that is known, and the problem. */
    static String of(ConfigurationException fault) {
        Throwable cause = fault.getCause();
        if (cause instanceof JsonParseException syntax) {
            return syntax(syntax);
        }
        if (cause instanceof JsonMappingException mapping) {
            return ": " + mapping(mapping);
        }
        return ": " + String.join("; ", fault.getErrors());
    }

    /**
     * The same for one section that was read by itself.
     *
     * @param section its name, which the keys are put behind
     */
    public static String of(JsonProcessingException fault, String section) {
        if (fault instanceof JsonMappingException mapping) {
            String said = mapping(mapping);
            return ": " + (said.startsWith(section + ".") ? said : section + (said.startsWith(" ") ? "" : ".") + said);
        }
        return fault instanceof JsonParseException syntax ? syntax(syntax) : ": not YAML";
    }

    /** Which variable is missing. */
    static String of(UndefinedEnvironmentVariableException fault) {
        String said = String.valueOf(fault.getMessage());
        Matcher name = QUOTED.matcher(said);
        return name.find()
                ? "the variable %1$s is not set, and ${%1$s} has no default, as ${%1$s:-text} has"
                        .formatted(name.group(1))
                : said;
    }

    private static String syntax(JsonParseException fault) {
        JsonLocation at = fault.getLocation();
        String place = at == null ? ": " : ":" + at.getLineNr() + ":" + at.getColumnNr() + ": ";
        Matcher duplicate = DUPLICATE.matcher(fault.getOriginalMessage());
        if (duplicate.find()) {
            return place + duplicate.group(1) + " is there twice";
        }
        return place + "not YAML: "
                + Throwables.getCausalChain(fault).stream()
                        .filter(MarkedYAMLException.class::isInstance)
                        .map(yaml -> ((MarkedYAMLException) yaml).getProblem())
                        .findFirst()
                        .orElseGet(fault::getOriginalMessage);
    }

    private static String mapping(JsonMappingException fault) {
        String key = key(fault.getPath());
        if (fault instanceof UnrecognizedPropertyException unknown) {
            return key + " is no setting" + hint(unknown.getPropertyName(), unknown.getKnownPropertyIds());
        }
        if (fault instanceof InvalidFormatException format) {
            return "%s must be %s, not \"%s\"".formatted(key, wanted(format.getTargetType()), format.getValue());
        }
        if (fault instanceof ValueInstantiationException value && value.getCause() != null) {
            String said = String.valueOf(value.getCause().getMessage());
            String section = key.split("[.\\[]", 2)[0];
            return said.startsWith(section + ".") ? said : key + ": " + said;
        }
        return fault instanceof MismatchedInputException other && other.getTargetType() != null
                ? "%s must be %s".formatted(key, wanted(other.getTargetType()))
                : key + ": has a value that it may not have";
    }

    private static String hint(String word, @Nullable Collection<Object> known) {
        List<String> words = Objects.requireNonNullElse(known, List.<Object>of()).stream()
                .map(Object::toString)
                .toList();
        String hint = Nearest.hint(word, words);
        return hint.isEmpty() ? "" : "; " + hint;
    }

    private static String wanted(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getFields())
                    .filter(Field::isEnumConstant)
                    .map(ConfigTrouble::written)
                    .collect(Collectors.joining(", "));
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a number";
        }
        if (type == String.class) {
            return "a text";
        }
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return "a list";
        }
        boolean one = type == Path.class || type == Duration.class || type == java.time.Duration.class;
        return one ? "a " + type.getSimpleName().toLowerCase(Locale.ROOT) : "keys with values";
    }

    /** An enum constant as it stands in the file. */
    private static String written(Field constant) {
        JsonProperty name = constant.getAnnotation(JsonProperty.class);
        return name == null ? constant.getName() : name.value();
    }

    private static String key(List<JsonMappingException.Reference> path) {
        StringBuilder key = new StringBuilder();
        for (JsonMappingException.Reference step : path) {
            if (step.getFieldName() == null) {
                key.append('[').append(step.getIndex()).append(']');
            } else {
                key.append(key.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return key.toString();
    }
}
