package io.drover.scenario.parse;

import io.drover.control.TimeText;
import io.drover.scenario.Position;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A value of a YAML file together with its place. Reading it as something that it is not records a problem and returns
 * a stand-in, so that reading goes on and finds the other problems too; what was read is used only when there are none.
 */
public final class YamlValue {

    /** Names of time zones; offsets such as {@code +01:00} know no summer time and are refused. */
    static final Pattern ZONE = Pattern.compile("(UTC|[A-Z][A-Za-z_]+(/[A-Z][A-Za-z0-9_+-]+)+)");

    private static final double MOST_SECONDS = 1e9;
    private static final int LONGEST_ZONE = 64;

    private static final Optional<Mark> NOWHERE = Optional.of(new Mark("", 0, 0, 0, new int[0], 0));

    private final Node node;
    private final Node place;
    private final String file;
    private final String field;
    private final Problems problems;

    /** The root of a file. */
    YamlValue(Node node, String file, Problems problems) {
        this(node, node, file, "", problems);
    }

    /** A map with nothing in it, whose problems nobody hears. */
    static YamlValue emptyMap() {
        Node node = new MappingNode(Tag.MAP, true, List.of(), FlowStyle.FLOW, NOWHERE, NOWHERE);
        return new YamlValue(node, "", new Problems());
    }

    private YamlValue(Node node, Node place, String file, String field, Problems problems) {
        this.node = node;
        this.place = place;
        this.file = file;
        this.field = field;
        this.problems = problems;
    }

    public Position position() {
        return positionOf(node);
    }

    public void problem(String reason) {
        problem(reason, "");
    }

    public void problem(String reason, String hint) {
        problems.add(position(), field, reason, hint);
    }

    /** A problem of the key under which this value stands. */
    public void problemOfKey(String reason, String hint) {
        problems.add(positionOf(place), field, reason, hint);
    }

    /** A problem at another place within this value. */
    void problemAt(Position within, String reason) {
        problems.add(within, field, reason, "");
    }

    boolean isNull() {
        return scalarKind() == ScalarKind.NULL;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    /** Whether this is a list or a map with nothing in it. */
    public boolean isEmpty() {
        return node instanceof CollectionNode<?> collection
                && collection.getValue().isEmpty();
    }

    /** Any scalar but null, exactly as it is written. */
    public String text() {
        return node instanceof ScalarNode scalar && !isNull() ? scalar.getValue() : mismatch("text", "", "");
    }

    /** Text that is not blank. */
    String words() {
        String text = text();
        if (isText() && text.isBlank()) {
            problem("must not be blank");
        }
        return text;
    }

    /** One of a closed list of words. */
    String word(String what, Collection<String> known) {
        String word = text();
        if (isText() && !known.contains(word)) {
            problem("unknown " + what + " \"" + word + "\"", Nearest.hint(word, known));
        }
        return word;
    }

    int integer(int least, int most) {
        return (int) longInteger(least, most);
    }

    long longInteger(long least, long most) {
        if (node instanceof ScalarNode scalar && scalarKind() == ScalarKind.INT) {
            try {
                long number = Numbers.parseWhole(scalar.getValue());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException tooLarge) {
                // falls through to the same problem: no such number is in the range
            }
            problem(scalar.getValue() + " is out of range", range(Long.toString(least), Long.toString(most)));
            return least;
        }
        return mismatch("a whole number", withoutQuotes(), least);
    }

    /** A time in seconds that can be counted from any clock: at most some thirty years. */
    double seconds() {
        double seconds = number();
        if (Math.abs(seconds) <= MOST_SECONDS) {
            return seconds;
        }
        problem(seconds + " is out of range", "from -1000000000 to 1000000000 seconds");
        return 0;
    }

    public double number() {
        boolean number = scalarKind() == ScalarKind.INT || scalarKind() == ScalarKind.FLOAT;
        if (number && node instanceof ScalarNode scalar) {
            return Numbers.parse(scalar.getValue());
        }
        return mismatch("a number", withoutQuotes(), 0.0);
    }

    /** A number within limits. */
    double number(double least, double most) {
        double number = number();
        if (number >= least && number <= most) {
            return number;
        }
        problem(Numbers.written(number) + " is out of range", range(Numbers.written(least), Numbers.written(most)));
        return least;
    }

    boolean bool() {
        if (node instanceof ScalarNode scalar && scalarKind() == ScalarKind.BOOL) {
            return Boolean.parseBoolean(scalar.getValue());
        }
        return mismatch("true or false", "YAML 1.2 reads yes, no, on and off as text", false);
    }

    public Duration duration() {
        return Durations.parse(text()).orElseGet(() -> {
            problem("expected a time such as 30s", "units are ms, s, m and h, for example 1m30s");
            return Duration.ZERO;
        });
    }

    /** A time within limits. */
    Duration duration(Duration least, Duration most) {
        Duration duration = duration();
        if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
            return duration;
        }
        if (Durations.parse(text()).isPresent()) {
            problem(text() + " is out of range", range(Durations.written(least), Durations.written(most)));
        }
        return least;
    }

    private static String range(String least, String most) {
        return "from " + least + " to " + most;
    }

    /** A time from the start of the scenario, with its plus sign. */
    Duration offset() {
        String text = text();
        if (Durations.parse(text).isPresent() && !Durations.OFFSET.matcher(text).matches()) {
            problem("expected an offset from the start such as +30s, found \"" + text + "\"", "write +" + text);
            return Duration.ZERO;
        }
        return duration();
    }

    Instant instant() {
        return parsed(YamlValue::moment, Instant.EPOCH, "an instant such as 2026-03-02T09:00:00Z");
    }

    private static Instant moment(String text) {
        return TimeText.moment(text).orElseThrow(() -> new DateTimeException(TimeText.RULE));
    }

    ZoneId zone() {
        return parsed(YamlValue::zone, ZoneOffset.UTC, "a time zone such as Europe/Berlin");
    }

    private static ZoneId zone(String name) {
        if (name.length() > LONGEST_ZONE || !ZONE.matcher(name).matches()) {
            throw new DateTimeException("not the name of a place");
        }
        return ZoneId.of(name);
    }

    LocalDate date() {
        return parsed(LocalDate::parse, LocalDate.EPOCH, "a date such as 2026-12-31");
    }

    /** The items of a list. */
    List<YamlValue> items() {
        if (node instanceof SequenceNode sequence) {
            List<Node> items = sequence.getValue();
            return IntStream.range(0, items.size())
                    .mapToObj(index -> child(items.get(index), items.get(index), field + "[" + index + "]"))
                    .toList();
        }
        return mismatch("a list", isNull() ? "write [] for an empty one" : "", List.of());
    }

    /** The items of a list, or the one value that stands where a list may stand. */
    List<YamlValue> oneOrMore() {
        return isList() ? items() : List.of(this);
    }

    /** A map whose keys are names. */
    <T> Map<String, T> named(Function<YamlValue, T> reader) {
        Map<String, T> named = new LinkedHashMap<>();
        entries().forEach((key, value) -> named.put(key, reader.apply(value)));
        return named;
    }

    /** The same as a map with a fixed set of keys. */
    public YamlMap map() {
        return new YamlMap(this, entries());
    }

    /** The entries of a map in the order of the file; of a key that comes twice the first. */
    public Map<String, YamlValue> entries() {
        if (!(node instanceof MappingNode mapping)) {
            return mismatch("a map", isNull() ? "write {} for an empty one" : "", Map.of());
        }
        Map<String, YamlValue> entries = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String name = child(tuple.getKeyNode(), tuple.getKeyNode(), field).text();
            YamlValue value =
                    child(tuple.getValueNode(), tuple.getKeyNode(), field.isEmpty() ? name : field + "." + name);
            Integer first =
                    lines.putIfAbsent(name, positionOf(tuple.getKeyNode()).line());
            if (first == null) {
                entries.put(name, value);
            } else {
                value.problemOfKey("duplicate key, first on line " + first, "");
            }
        }
        return entries;
    }

    /** What kind of scalar this is; only for scalars. */
    ScalarKind scalarKind() {
        return ScalarKind.of(node.getTag());
    }

    private <T> T parsed(Function<String, T> parser, T standIn, String what) {
        String text = text();
        try {
            return isText() ? parser.apply(text) : standIn;
        } catch (DateTimeException unreadable) {
            problem("expected " + what + ", found \"" + text + "\"");
            return standIn;
        }
    }

    private <T> T mismatch(String expected, String hint, T standIn) {
        problem("expected " + expected + ", found " + kind(), hint);
        return standIn;
    }

    private String kind() {
        if (node instanceof MappingNode) {
            return "a map";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        return isNull() ? "null" : "\"" + ((ScalarNode) node).getValue() + "\"";
    }

    private String withoutQuotes() {
        boolean quoted = node instanceof ScalarNode scalar && !scalar.isPlain();
        return quoted ? "write it without quotes" : "";
    }

    /** Whether this is a scalar other than null. */
    boolean isText() {
        return node instanceof ScalarNode && !isNull();
    }

    private YamlValue child(Node child, Node at, String path) {
        return new YamlValue(child, at, file, path, problems);
    }

    private Position positionOf(Node any) {
        Mark mark = any.getStartMark().orElseThrow();
        return new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
    }
}
