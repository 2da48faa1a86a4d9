package io.drover.scenario.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A kind of value: how it is read, and what the schema says of it.
 *
 * @param reader takes the value in; what is wrong with it becomes a problem
 * @param schema says in the words of JSON Schema what is taken in
 */
public record Kind<T>(Function<YamlValue, T> reader, Function<Definitions, ObjectNode> schema) {

    /** Any scalar but null: texts may be written without quotes. */
    public static final Kind<String> TEXT = new Kind<>(YamlValue::text, Definitions::text);

    /** Text that is not blank. */
    public static final Kind<String> WORDS = new Kind<>(YamlValue::words, Definitions::text);

    public static final Kind<Boolean> BOOL = simple(YamlValue::bool, "boolean");

    public static final Kind<Double> NUMBER = simple(YamlValue::number, "number");
    public static final Kind<Double> SECONDS = simple(YamlValue::seconds, "number");

    public static final Kind<Integer> COUNT = integer(0, Integer.MAX_VALUE);

    public static final Kind<Long> LONG_COUNT =
            new Kind<>(value -> value.longInteger(0, Long.MAX_VALUE), all -> Definitions.integer(0, Long.MAX_VALUE));

    public static final Kind<Duration> DURATION =
            new Kind<>(YamlValue::duration, all -> Definitions.pattern(Durations.WHOLE.pattern()));

    public static final Kind<Duration> OFFSET =
            new Kind<>(YamlValue::offset, all -> Definitions.pattern(Durations.OFFSET.pattern()));

    public static final Kind<Instant> INSTANT = new Kind<>(YamlValue::instant, all -> Definitions.format("date-time"));

    public static final Kind<ZoneId> ZONE =
            new Kind<>(YamlValue::zone, all -> Definitions.pattern(YamlValue.ZONE.pattern()));

    public static final Kind<LocalDate> DATE = new Kind<>(YamlValue::date, all -> Definitions.format("date"));

    public static final Kind<List<String>> TEXTS = TEXT.list();

    public static final Kind<Map<String, String>> TAGS = TEXT.named();

    /** The texts of a list, or one text. */
    public static final Kind<Set<String>> SOME_WORDS = WORDS.some();

    /** Anything that the broker passes through unread. */
    public static final Kind<JsonNode> OBJECT = simple(Json::object, "object");

    private static <T> Kind<T> simple(Function<YamlValue, T> reader, String type) {
        return new Kind<>(reader, all -> Definitions.type(type));
    }

    public static Kind<Integer> integer(int least, int most) {
        return new Kind<>(value -> value.integer(least, most), all -> Definitions.integer(least, most));
    }

    /** A number from one to another, both included. */
    public static Kind<Double> number(double least, double most) {
        return simple(value -> value.number(least, most), "number");
    }

    /** A time from one to another, both included. */
    public static Kind<Duration> duration(Duration least, Duration most) {
        return new Kind<>(value -> value.duration(least, most), DURATION.schema());
    }

    /** One of a closed list of words. */
    public static <T> Kind<T> word(String what, Map<String, T> known, T standIn) {
        return new Kind<>(
                value -> known.getOrDefault(value.word(what, known.keySet()), standIn),
                all -> Definitions.words(known.keySet()));
    }

    /** One of a closed list of words, as it is. */
    public static Kind<String> word(String what, Collection<String> known) {
        return new Kind<>(value -> value.word(what, known), all -> Definitions.words(known));
    }

    /**
     * A map with a fixed set of keys: those that its reader asks for.
     *
     * @param name what the schema calls it
     * @param reader asks for every key that there may be, also when the map is empty
     */
    public static <T> Kind<T> map(String name, Function<YamlMap, T> reader) {
        return new Kind<>(value -> reader.apply(value.map()), all -> all.reference(name, reader));
    }

    /** One of two kinds, which the value's own look tells apart. */
    public static <T> Kind<T> either(Function<YamlValue, T> reader, Kind<?>... kinds) {
        return new Kind<>(
                reader,
                all -> Definitions.anyOf(List.of(kinds).stream()
                        .map(kind -> kind.schema.apply(all))
                        .toList()));
    }

    public T read(YamlValue value) {
        return reader.apply(value);
    }

    public <U> Kind<U> to(Function<T, U> then) {
        return new Kind<>(value -> then.apply(read(value)), schema);
    }

    public Kind<List<T>> list() {
        return new Kind<>(
                value -> value.items().stream().map(reader).toList(), all -> Definitions.list(schema.apply(all)));
    }

    /** A list, or the one value that stands where a list may stand. */
    public Kind<List<T>> oneOrMore() {
        return new Kind<>(
                value -> value.oneOrMore().stream().map(reader).toList(),
                all -> Definitions.anyOf(List.of(schema.apply(all), Definitions.list(schema.apply(all)))));
    }

    /** Different values, in the order of the file. */
    Kind<Set<T>> some() {
        return oneOrMore().to(LinkedHashSet::new);
    }

    /** A map whose keys are names. */
    public Kind<Map<String, T>> named() {
        return new Kind<>(value -> value.named(reader), all -> Definitions.named(schema.apply(all)));
    }

    /** The same of a part that is laid over another: nothing in it is required. */
    Kind<T> partial() {
        return new Kind<>(reader, all -> all.partial(schema.apply(all)));
    }
}
