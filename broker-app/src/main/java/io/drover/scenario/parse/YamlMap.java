package io.drover.scenario.parse;

import io.drover.scenario.Field;
import io.drover.scenario.Position;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A map with a fixed set of keys: each is asked for by name, and whatever was never asked for is a problem. */
public final class YamlMap {

    private final YamlValue self;
    private final Map<String, YamlValue> entries;
    private final Map<String, Asked> asked = new LinkedHashMap<>();

    YamlMap(YamlValue self, Map<String, YamlValue> entries) {
        this.self = self;
        this.entries = entries;
    }

    /**
     * A key that was asked for.
     *
     * @param kind what may stand there
     * @param required whether it must be there
     * @param nullable whether it may be null
     */
    record Asked(Kind<?> kind, boolean required, boolean nullable) {}

    /** The keys that a reader asks for, in order. It is given an empty map; what it makes of it is thrown away. */
    static Map<String, Asked> asked(Function<YamlMap, ?> reader) {
        YamlMap nothing = YamlValue.emptyMap().map();
        var unused = reader.apply(nothing);
        return nothing.asked;
    }

    /** This map with the entries of an earlier one that it lacks; problems of place are this map's. */
    YamlMap over(YamlMap earlier) {
        Map<String, YamlValue> merged = new LinkedHashMap<>(earlier.entries);
        merged.putAll(entries);
        return new YamlMap(self, merged);
    }

    /** The same map, of which nothing was asked yet. */
    YamlMap anew() {
        return new YamlMap(self, entries);
    }

    public Position position() {
        return self.position();
    }

    public void problem(String reason, String hint) {
        self.problem(reason, hint);
    }

    /** Whether a key is there that is asked for in another place. */
    public boolean has(String key) {
        return entries.containsKey(key);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** What stands under a key, for those who read it in their own way. */
    public Optional<YamlValue> value(String key, Kind<?> kind) {
        asked.put(key, new Asked(kind, false, false));
        return Optional.ofNullable(entries.get(key));
    }

    public <T> Optional<T> take(String key, Kind<T> kind) {
        return value(key, kind).map(kind::read);
    }

    public <T> T take(String key, Kind<T> kind, T byDefault) {
        return take(key, kind).orElse(byDefault);
    }

    /** What stands under a key that must be there. */
    public Optional<YamlValue> requiredValue(String key, Kind<?> kind) {
        asked.put(key, new Asked(kind, true, false));
        if (!entries.containsKey(key)) {
            self.problem("needs \"" + key + "\"");
        }
        return Optional.ofNullable(entries.get(key));
    }

    /** A value that must be there. */
    public <T> T require(String key, Kind<T> kind, T standIn) {
        return requiredValue(key, kind).map(kind::read).orElse(standIn);
    }

    /** A required text that is not blank. */
    public String words(String key) {
        return require(key, Kind.WORDS, "");
    }

    /** A text, empty when the key is not there. */
    public String text(String key) {
        return take(key, Kind.TEXT, "");
    }

    /** A value, null when the key is not there. */
    public <T> @Nullable T orNull(String key, Kind<T> kind) {
        return take(key, kind).orElse(null);
    }

    /** A field that may be left out. */
    public <T> Field<T> field(String key, Kind<T> kind) {
        return take(key, kind).map(Field::of).orElseGet(Field::absent);
    }

    /** A field that may be left out or be null. */
    <T> Field<T> nullable(String key, Kind<T> kind) {
        Optional<YamlValue> value = value(key, kind);
        asked.put(key, new Asked(kind, false, true));
        return value.isPresent() && value.get().isNull() ? Field.unknown() : field(kind, value);
    }

    private static <T> Field<T> field(Kind<T> kind, Optional<YamlValue> value) {
        return value.map(kind::read).map(Field::of).orElseGet(Field::absent);
    }

    /** Says that no further key is known. */
    public void done() {
        entries.forEach((key, value) -> {
            if (!asked.containsKey(key)) {
                value.problemOfKey("unknown key", Nearest.hint(key, asked.keySet()));
            }
        });
    }
}
