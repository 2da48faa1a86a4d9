package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.identity.ReadableText;
import io.drover.identity.Unseen;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a host reports, leniently: what is missing or unreadable is null, what is out of range is brought into it,
 * and a flag tells. For one report, by one thread.
 */
final class ReportedFields {

    /** Windows gives 1601 and Go gives year 1 for "never". */
    private static final Instant NEVER = Instant.parse("1980-01-01T00:00:00Z");

    /** A time with an offset, of which some leave the colon out, or without one: UTC then. */
    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .optionalStart()
            .appendOffset("+HH:MM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HHMM", "Z")
            .optionalEnd()
            .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
            .toFormatter(Locale.ROOT);

    private final Set<String> flags = new TreeSet<>();

    Set<String> flags() {
        return flags;
    }

    void flag(String kind, String field) {
        flags.add(kind + ":" + field);
    }

    /** A number within bounds, null when there is none. */
    @Nullable
    Double number(JsonNode parent, String path, double least, double most) {
        JsonNode node = at(parent, path);
        if (node == null) {
            return null;
        }
        double value = node.isNumber() ? node.doubleValue() : Double.NaN;
        if (Double.isNaN(value)) {
            flag("unreadable", path);
            return null;
        }
        double clamped = Math.max(least, Math.min(most, value));
        if (clamped != value) {
            flag("clamped", path);
        }
        return clamped;
    }

    /** A whole number within bounds, a fraction cut off. */
    @Nullable
    Integer integer(JsonNode parent, String path, int least, int most) {
        Double value = number(parent, path, least, most);
        return value == null ? null : value.intValue();
    }

    /** A whole number from 0 up; one that is negative or too large is unreadable. */
    @Nullable
    Long count(JsonNode parent, String path) {
        JsonNode node = at(parent, path);
        if (node == null) {
            return null;
        }
        if (!node.isNumber() || !isCount(node)) {
            flag("unreadable", path);
            return null;
        }
        return node.longValue();
    }

    private static boolean isCount(JsonNode node) {
        if (node.isFloatingPointNumber()) {
            double value = node.doubleValue();
            return value >= 0 && value < Long.MAX_VALUE;
        }
        BigDecimal value = node.decimalValue();
        return value.signum() >= 0 && node.canConvertToLong();
    }

    @Nullable
    Boolean bool(JsonNode parent, String path) {
        JsonNode node = at(parent, path);
        if (node == null) {
            return null;
        }
        if (!node.isBoolean()) {
            flag("unreadable", path);
            return null;
        }
        return node.booleanValue();
    }

    /**
     * Readable text without blanks and control characters at the ends, at most so many characters; null when there is
     * none.
     */
    @Nullable
    String text(JsonNode parent, String path, int length) {
        JsonNode node = at(parent, path);
        if (node == null) {
            return null;
        }
        if (!node.isTextual()) {
            flag("unreadable", path);
            return null;
        }
        String text = Unseen.trim(ReadableText.of(Unseen.trim(node.textValue()), length));
        return text.isEmpty() ? null : text;
    }

    /** A moment; not before 1980, and no later than the report itself. */
    @Nullable
    Instant moment(JsonNode parent, String path, Instant latest) {
        JsonNode node = at(parent, path);
        if (node == null) {
            return null;
        }
        Instant moment = moment(node);
        if (moment == null) {
            flag("unreadable", path);
            return null;
        }
        if (moment.isBefore(NEVER)) {
            return null;
        }
        if (moment.isAfter(latest)) {
            flag("clamped", path);
            return latest;
        }
        return moment;
    }

    /** A moment with or without offset (UTC then), or seconds since 1970; null when it is none. */
    static @Nullable Instant moment(JsonNode node) {
        try {
            if (node.isNumber()) {
                return Instant.ofEpochMilli((long) (node.doubleValue() * 1000)).truncatedTo(ChronoUnit.MILLIS);
            }
            String text = node.asText().strip().replace(' ', 'T');
            return OffsetDateTime.parse(text, MOMENT).toInstant().truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The field of a path's last name; null when it is missing or null. */
    private static @Nullable JsonNode at(JsonNode parent, String path) {
        JsonNode node = parent.get(path.substring(path.lastIndexOf('.') + 1));
        return node == null || node.isNull() ? null : node;
    }
}
