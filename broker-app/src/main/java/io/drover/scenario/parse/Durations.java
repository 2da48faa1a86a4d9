package io.drover.scenario.parse;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 30s}, {@code +1m30s}, {@code 0.5s}, {@code 250ms}. */
public final class Durations {

    /** One that counts from the start of a scenario. */
    static final Pattern OFFSET = Pattern.compile("\\+(?:[0-9]+(?:\\.[0-9]+)?(?:ms|s|m|h))+");

    static final Pattern WHOLE = Pattern.compile("\\+?(?:[0-9]+(?:\\.[0-9]+)?(?:ms|s|m|h))+");
    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)");
    private static final int LENGTH_AT_MOST = 15;

    private Durations() {}

    /** The time that is written; empty when it is none. */
    public static Optional<Duration> parse(String text) {
        if (text.length() > LENGTH_AT_MOST || !WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        Duration total = Duration.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            BigDecimal nanos = new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanosOf(part.group(2))));
            total = total.plusNanos(nanos.longValue());
        }
        return Optional.of(total);
    }

    /** A time in seconds, as it may be written. */
    public static String written(Duration time) {
        BigDecimal seconds = BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
        return Numbers.written(seconds.doubleValue()) + "s";
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException(unit);
        };
    }
}
