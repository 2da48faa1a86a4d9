package io.drover.identity;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Brings spellings of one name to one text: without format characters (which have no width), in Unicode form NFC,
 * folded to lower case code point by code point, so that the locale of the JVM has no say, and without blanks at the
 * ends.
 */
final class Folding {

    private static final int DOTLESS_I = 'ı';

    private Folding() {}

    static String fold(String text) {
        return ReadableText.isPlain(text) ? trim(text.toLowerCase(Locale.ROOT)) : foldUnicode(text);
    }

    private static String foldUnicode(String text) {
        String composed = Normalizer.normalize(withoutFormatCharacters(text), Normalizer.Form.NFC);
        int[] folded = composed.codePoints().map(Folding::foldCodePoint).toArray();
        return trim(Normalizer.normalize(new String(folded, 0, folded.length), Normalizer.Form.NFC));
    }

    /**
     * Cuts blanks and control characters off both ends, also the no-break spaces that {@link String#strip()} leaves.
     */
    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /**
     * Upper case first, so that variants of one small letter (the two sigmas) meet. The dotless i is left alone: it is
     * a letter of its own and must not become i.
     */
    private static int foldCodePoint(int codePoint) {
        return codePoint == DOTLESS_I ? codePoint : Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    private static String withoutFormatCharacters(String text) {
        int[] kept = text.codePoints()
                .filter(codePoint -> Character.getType(codePoint) != Character.FORMAT)
                .toArray();
        return new String(kept, 0, kept.length);
    }

    private static boolean isBlank(char character) {
        return Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || Character.isISOControl(character);
    }
}
