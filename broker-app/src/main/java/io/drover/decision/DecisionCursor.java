package io.drover.decision;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a page of decisions ends.
 *
 * @param at the time of its last decision
 * @param id that decision's id
 */
public record DecisionCursor(Instant at, String id) {

    /** As one word. */
    public String text() {
        String joined = at + " " + id;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(joined.getBytes(StandardCharsets.UTF_8));
    }

    /** What {@link #text} gave; empty for any other word. */
    public static Optional<DecisionCursor> of(String text) {
        try {
            String joined = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int space = joined.indexOf(' ');
            return space < 0
                    ? Optional.empty()
                    : Optional.of(
                            new DecisionCursor(Instant.parse(joined.substring(0, space)), joined.substring(space + 1)));
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
