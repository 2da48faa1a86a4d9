package io.drover.scenario.parse;

import io.drover.scenario.Field;
import io.drover.scenario.Position;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A map with a fixed set of keys: each is asked for by name, and whatever was never asked for is a problem. */
final class YamlMap {

    private final YamlValue self;
    private final Map<String, YamlValue> entries;
    private final Set<String> known = new LinkedHashSet<>();

    YamlMap(YamlValue self, Map<String, YamlValue> entries) {
        this.self = self;
        this.entries = entries;
    }

    /** This map with the entries of an earlier one that it lacks; problems of place are this map's. */
    YamlMap over(YamlMap earlier) {
        Map<String, YamlValue> merged = new LinkedHashMap<>(earlier.entries);
        merged.putAll(entries);
        return new YamlMap(self, merged);
    }

    Position position() {
        return self.position();
    }

    void problem(String reason, String hint) {
        self.problem(reason, hint);
    }

    boolean has(String key) {
        known.add(key);
        return entries.containsKey(key);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Optional<YamlValue> take(String key) {
        known.add(key);
        return Optional.ofNullable(entries.get(key));
    }

    Optional<YamlValue> require(String key) {
        Optional<YamlValue> value = take(key);
        if (value.isEmpty()) {
            self.problem("needs \"" + key + "\"");
        }
        return value;
    }

    /** Reads the value where the key is there. */
    void ifPresent(String key, Consumer<YamlValue> reader) {
        take(key).ifPresent(reader);
    }

    /** A required text that is not blank. */
    String words(String key) {
        return require(key).map(YamlValue::words).orElse("");
    }

    /** A text, empty when the key is not there. */
    String text(String key) {
        return take(key).map(YamlValue::text).orElse("");
    }

    /** A value, null when the key is not there. */
    <T> @Nullable T orNull(String key, Function<YamlValue, T> reader) {
        return take(key).map(reader).orElse(null);
    }

    /** A field that may be left out. */
    <T> Field<T> field(String key, Function<YamlValue, T> reader) {
        return take(key).map(value -> Field.of(reader.apply(value))).orElseGet(Field::absent);
    }

    /** A field that may be left out or be null. */
    <T> Field<T> nullable(String key, Function<YamlValue, T> reader) {
        Optional<YamlValue> value = take(key);
        return value.isPresent() && value.get().isNull() ? Field.unknown() : field(key, reader);
    }

    /** Says that no further key is known. */
    void done() {
        entries.forEach((key, value) -> {
            if (!known.contains(key)) {
                value.problemOfKey("unknown key", Nearest.hint(key, known));
            }
        });
    }
}
