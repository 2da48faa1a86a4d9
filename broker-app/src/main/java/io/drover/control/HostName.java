package io.drover.control;

/** The names and addresses under which a host may be reached. */
public final class HostName {

    /** Longest name, in characters. */
    public static final int LENGTH = 253;

    private HostName() {}

    /**
     * Whether a text can be a host's name, an IPv4 address or an IPv6 address without brackets (with a zone or not).
     * Letters of any script are taken.
     */
    public static boolean isValid(String text) {
        return !text.isEmpty()
                && text.length() <= LENGTH
                && text.codePoints().allMatch(HostName::standsInAName)
                && (Character.isLetterOrDigit(text.codePointAt(0)) || text.charAt(0) == ':');
    }

    private static boolean standsInAName(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || ".-_:%".indexOf(codePoint) >= 0;
    }
}
