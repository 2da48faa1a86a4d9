package io.drover.guacamole;

/** What others wrote, fit for one line of a log. */
final class LogText {

    private static final int LONGEST = 300;

    private LogText() {}

    /** The text in one line: without control characters, and cut where it gets long. */
    static String of(String text) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return cut.replaceAll("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\u202a-\\u202e]", "?");
    }
}
