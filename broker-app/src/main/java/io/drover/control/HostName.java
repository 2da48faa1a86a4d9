package io.drover.control;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.net.InetAddresses;
import java.util.List;
import java.util.regex.Pattern;

/** The names and addresses under which a host may be reached. */
public final class HostName {

    /** Longest name, in characters. */
    public static final int LENGTH = 253;

    private static final int LABEL_LENGTH = 63;
    private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9._-]{1,32}");
    private static final Splitter DOTS = Splitter.on('.');

    private HostName() {}

    /**
     * Whether a text can be a host's name, an IPv4 address or an IPv6 address without brackets (with a zone or not). No
     * port may follow. Letters of any script are taken. Nothing is looked up.
     */
    public static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > LENGTH) {
            return false;
        }
        return text.indexOf(':') < 0 ? isNameOrIpv4(text) : isIpv6(text);
    }

    /** The text without blanks at the ends, and without the brackets that an IPv6 address has in a URL. */
    public static String bare(String text) {
        String name = text.strip();
        boolean bracketed = name.startsWith("[") && name.endsWith("]");
        String inside = bracketed ? name.substring(1, name.length() - 1) : name;
        return inside.indexOf(':') < 0 ? name : inside;
    }

    private static boolean isIpv6(String text) {
        int percent = text.indexOf('%');
        return percent < 0
                ? isAddress(text)
                : isAddress(text.substring(0, percent))
                        && ZONE.matcher(text.substring(percent + 1)).matches();
    }

    private static boolean isNameOrIpv4(String text) {
        List<String> labels = DOTS.splitToList(text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
        boolean numeric = labels.size() > 1
                && labels.stream().allMatch(label -> label.codePoints().allMatch(Character::isDigit));
        return numeric ? isAddress(text) : labels.stream().allMatch(HostName::isLabel);
    }

    private static boolean isLabel(String label) {
        return !label.isEmpty()
                && label.length() <= LABEL_LENGTH
                && Character.isLetterOrDigit(label.codePointAt(0))
                && label.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_');
    }

    /** Guava takes digits of any script. */
    private static boolean isAddress(String text) {
        return CharMatcher.ascii().matchesAllOf(text) && InetAddresses.isInetAddress(text);
    }
}
