package io.drover.scenario.parse;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Guesses what was meant by a word that is not known. */
public final class Nearest {

    private static final int LISTED_AT_MOST = 30;

    /** Shorter words are a part of nearly everything. */
    private static final int PART_AT_LEAST = 3;

    private Nearest() {}

    /**
     * A hint that names the nearest known word, else one of which it is a part, else all of them; nothing when they are
     * many.
     */
    public static String hint(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= Math.max(2, candidate.length() / 3))
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .or(() -> related(word, known))
                .map(candidate -> "did you mean \"" + candidate + "\"?")
                .orElseGet(() -> list(known));
    }

    /** The known word of which this one is a part, or that is a part of it: at its beginning before elsewhere. */
    private static Optional<String> related(String word, Collection<String> known) {
        return word.length() < PART_AT_LEAST
                ? Optional.empty()
                : known.stream()
                        .filter(candidate -> holds(candidate, word) || holds(word, candidate))
                        .min(Comparator.comparing((String candidate) -> !begins(candidate, word))
                                .thenComparing(candidate -> distance(word, candidate))
                                .thenComparing(Comparator.naturalOrder()));
    }

    /** Whether one begins with the other, or has it among its words. */
    private static boolean holds(String whole, String part) {
        return begins(whole, part)
                || (part.length() >= PART_AT_LEAST && ("_" + plain(whole) + "_").contains("_" + plain(part) + "_"));
    }

    private static boolean begins(String whole, String part) {
        return part.length() >= PART_AT_LEAST && plain(whole).startsWith(plain(part));
    }

    private static String list(Collection<String> known) {
        if (known.isEmpty() || known.size() > LISTED_AT_MOST) {
            return "";
        }
        return "known: " + String.join(", ", new TreeSet<>(known));
    }

    private static int distance(String word, String candidate) {
        return LevenshteinDistance.getDefaultInstance().apply(plain(word), plain(candidate));
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
    }
}
