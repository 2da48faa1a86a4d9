package io.drover.replay;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a candidate's decision differs from the one that was made.
 *
 * @param kind what is different
 * @param cause why, in words that are the same for the same cause, so that changes can be counted by it
 * @param before the outcome that was
 * @param after the candidate's
 */
public record Change(Kind kind, String cause, End before, End after) {

    /**
     * What a user gets.
     *
     * @param words the host by its name and the reason, or the code of a refusal
     * @param agentId the host, null when refused
     */
    public record End(String words, @Nullable String agentId) {}

    /** What is different. */
    public enum Kind {
        /** Another host. */
        OTHER_HOST,
        /** The same host for another reason. */
        OTHER_REASON,
        /** A host was found before, and is none now. */
        NOW_REFUSED,
        /** No host was found before, and is one now. */
        NOW_PLACED,
        /** Refused with another code. */
        OTHER_REFUSAL,
        /** A rule of the candidate fails. */
        NOW_FAILED;

        /** The word in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
