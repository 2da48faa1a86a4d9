package io.drover.control;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Times as clients write them: RFC 3339, with an offset or {@code Z}, in the years that the database can keep. */
public final class TimeText {

    /** What is said of a text that is none. */
    public static final String RULE = "must be a time like 2026-03-02T09:00:00Z, in the years 1970 to 9999";

    private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999Z");

    private TimeText() {}

    /** The moment, empty when the text is none. */
    public static Optional<Instant> moment(String text) {
        try {
            Instant moment = OffsetDateTime.parse(text).toInstant();
            return moment.isBefore(Instant.EPOCH) || moment.isAfter(END) ? Optional.empty() : Optional.of(moment);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
