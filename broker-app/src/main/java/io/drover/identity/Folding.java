package io.drover.identity;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Brings spellings of one name to one text: without characters that have no width, in Unicode form NFC, folded to lower
 * case code point by code point, so that the locale of the JVM has no say, and without blanks at the ends.
 */
final class Folding {

    private static final int DOTLESS_I = 'ı';

    private Folding() {}

    static String fold(String text) {
        return ReadableText.isPlain(text) ? Unseen.trim(text.toLowerCase(Locale.ROOT)) : foldUnicode(text);
    }

    /** Like {@link #fold}, and a DNS name is without the dot at its end. */
    static String foldDomain(String text) {
        return withoutFinalDot(fold(text));
    }

    /** The dot that stands for the root of the DNS; a dot alone stands for the host itself. */
    static String withoutFinalDot(String folded) {
        int last = folded.length() - 1;
        boolean rooted =
                last > 0 && folded.charAt(last) == '.' && Character.isLetterOrDigit(folded.codePointBefore(last));
        return rooted ? folded.substring(0, last) : folded;
    }

    private static String foldUnicode(String text) {
        String composed = Normalizer.normalize(Unseen.without(text), Normalizer.Form.NFC);
        int[] folded = composed.codePoints().map(Folding::foldCodePoint).toArray();
        return Unseen.trim(Normalizer.normalize(new String(folded, 0, folded.length), Normalizer.Form.NFC));
    }

    /**
     * Upper case first, so that variants of one small letter (the two sigmas) meet. The dotless i is left alone: it is
     * a letter of its own and must not become i.
     */
    private static int foldCodePoint(int codePoint) {
        return codePoint == DOTLESS_I ? codePoint : Character.toLowerCase(Character.toUpperCase(codePoint));
    }
}
