package io.drover.identity;

/** Characters in names that nobody sees: they make no other name. */
public final class Unseen {

    /** Code points that no font shows, from and to, beside the {@link Character#FORMAT format characters}. */
    private static final int[][] RANGES = {
        {0x034F, 0x034F}, // joins letters
        {0x115F, 0x1160}, // fill Korean syllables
        {0x17B4, 0x17B5}, // vowels of Khmer that are not written
        {0x180B, 0x180F}, // choose among forms of a Mongolian letter
        {0x3164, 0x3164}, // fills a Korean syllable
        {0xFE00, 0xFE0F}, // choose among forms of a character
        {0xFFA0, 0xFFA0}, // fills half of a Korean syllable
        {0xE0100, 0xE01EF} // choose among forms of a Chinese character
    };

    private Unseen() {}

    /** The text without characters that have no width. */
    public static String without(String text) {
        if (ReadableText.isPlain(text)) {
            return text;
        }
        int[] kept = text.codePoints().filter(Unseen::isSeen).toArray();
        return new String(kept, 0, kept.length);
    }

    /**
     * Cuts blanks and control characters off both ends, also the no-break spaces that {@link String#strip()} leaves.
     */
    public static String trim(String text) {
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

    private static boolean isSeen(int codePoint) {
        if (Character.getType(codePoint) == Character.FORMAT) {
            return false;
        }
        for (int[] range : RANGES) {
            if (codePoint >= range[0] && codePoint <= range[1]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBlank(char character) {
        return Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || Character.isISOControl(character);
    }
}
