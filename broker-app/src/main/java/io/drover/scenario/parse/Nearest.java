package io.drover.scenario.parse;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Guesses what was meant by a word that is not known. */
public final class Nearest {

    private static final int LISTED_AT_MOST = 30;

    private Nearest() {}

    /** A hint that names the nearest known word, or all of them when none is near. */
    public static String hint(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= Math.max(2, candidate.length() / 3))
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .map(candidate -> "did you mean \"" + candidate + "\"?")
                .orElseGet(() -> list(known));
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
