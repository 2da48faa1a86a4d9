package io.drover.policy.lint;

import java.util.Collection;
import java.util.Comparator;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Guesses what was meant by a word that is not known. */
final class Nearest {

    private Nearest() {}

    /** Names the nearest known word, or all of them when none is near; empty when none is known. */
    static String hint(String word, Collection<String> known) {
        return known.stream()
                .filter(other -> distance(word, other) <= Math.max(2, Math.max(word.length(), other.length()) / 2))
                .min(Comparator.comparingInt((String other) -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .map(other -> "did you mean " + other + "?")
                .orElseGet(() -> known.isEmpty() ? "" : "known: " + listed(known));
    }

    /** All known words, in order. */
    static String listed(Collection<String> known) {
        return String.join(", ", new TreeSet<>(known));
    }

    private static int distance(String word, String other) {
        return LevenshteinDistance.getDefaultInstance().apply(word, other);
    }
}
