package io.drover.identity;

/** Text of others, made so that the database can keep it and a line can show it. */
public final class ReadableText {

    private ReadableText() {}

    /**
     * The first characters of a text, with U+FFFD for control characters and halves of surrogate pairs.
     *
     * @param length most Unicode characters
     */
    public static String of(String text, int length) {
        if (isPlain(text) && text.length() <= length) {
            return text;
        }
        StringBuilder readable = new StringBuilder(Math.min(text.length(), length));
        text.codePoints()
                .limit(length)
                .map(c -> Character.isISOControl(c) || isLoneSurrogate(c) ? '\uFFFD' : c)
                .forEach(readable::appendCodePoint);
        return readable.toString();
    }

    /** Whether there are only printable characters of ASCII, as in nearly every name. */
    static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
