package io.drover.control;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;

/**
 * A place in a list that is ordered newest first: what comes after it is older, or as old with a lower id.
 *
 * @param at when the row before it was made
 * @param id that row's id
 */
public record Cursor(Instant at, String id) {

    /** Before everything. */
    public static final Cursor START = new Cursor(Instant.parse("9999-12-31T00:00:00Z"), "");

    /** The cursor as one opaque word, safe in a URL. */
    public String text() {
        String plain = ChronoUnit.MICROS.between(Instant.EPOCH, at) + "." + id;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /** The cursor of a word, empty when the word is none. */
    public static Optional<Cursor> of(String text) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int dot = plain.indexOf('.');
            if (dot < 1 || plain.indexOf('\0') >= 0) {
                return Optional.empty();
            }
            Instant at = Instant.EPOCH.plus(Long.parseLong(plain.substring(0, dot)), ChronoUnit.MICROS);
            return at.isAfter(START.at) || at.isBefore(Instant.EPOCH)
                    ? Optional.empty()
                    : Optional.of(new Cursor(at, plain.substring(dot + 1)));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
