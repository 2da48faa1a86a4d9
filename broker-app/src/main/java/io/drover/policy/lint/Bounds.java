package io.drover.policy.lint;

/**
 * Refuses a file that is too long, or nested too deep, for those who read it afterwards: their calls nest as the file
 * does. Goes over it once and never fails.
 */
final class Bounds {

    private static final int FILE = 200_000;
    private static final int TEXT = 1_000;
    private static final int OPEN = 20;
    private static final int TOGETHER = 1_000;
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";
    private static final String ENDING = ",;";

    private final String text;
    private final Problems problems;
    private final int[] words = new int[OPEN + 1];
    private int depth;
    private int together;
    private int next;

    private Bounds(Problems problems) {
        this.text = problems.text().text();
        this.problems = problems;
    }

    /** Whether the file may be read; what is wrong with it is told to the problems. */
    static boolean hold(Problems problems) {
        return new Bounds(problems).hold();
    }

    /** When a reader ran out of stack all the same. */
    static void overflown(Problems problems) {
        problems.add(0, Lint.TOO_DEEP, "something in the file is nested too deep to be read");
    }

    private boolean hold() {
        if (text.length() > FILE) {
            return refuse(FILE, "the file has more than " + FILE + " characters");
        }
        while (next < text.length()) {
            if (!part()) {
                return false;
            }
        }
        return true;
    }

    private boolean part() {
        int at = next;
        char sign = text.charAt(at);
        if (Character.isWhitespace(sign)) {
            next++;
            return true;
        }
        if (text.startsWith("//", at)) {
            next = after("\n", at);
            return true;
        }
        if (text.startsWith("/*", at)) {
            next = after("*/", at + 2);
            return true;
        }
        if (sign == '"' || sign == '\'') {
            next = afterText(sign, at + 1);
            return next - at > TEXT ? refuse(at, "the text has more than " + TEXT + " characters") : word(at);
        }
        next++;
        if (Character.isJavaIdentifierPart(sign)) {
            while (next < text.length() && Character.isJavaIdentifierPart(text.charAt(next))) {
                next++;
            }
            return word(at);
        }
        return sign(sign, at);
    }

    private boolean sign(char sign, int at) {
        if (ENDING.indexOf(sign) >= 0) {
            endOfWords();
            return true;
        }
        if (OPENING.indexOf(sign) >= 0) {
            depth++;
            return depth > OPEN ? refuse(at, "more than " + OPEN + " parentheses are open") : word(at);
        }
        if (CLOSING.indexOf(sign) >= 0 && depth > 0) {
            endOfWords();
            depth--;
        }
        return word(at);
    }

    private boolean word(int at) {
        boolean starts = depth == 0 && (text.startsWith("rule ", at) || text.startsWith("then", at));
        if (starts) {
            endOfWords();
        }
        words[depth]++;
        together++;
        return together <= TOGETHER || refuse(at, "more than " + TOGETHER + " words and signs belong together");
    }

    private void endOfWords() {
        together -= words[depth];
        words[depth] = 0;
    }

    private int after(String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    private int afterText(char quote, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\n') {
            if (text.charAt(at) == quote) {
                return at + 1;
            }
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, text.length());
    }

    private boolean refuse(int at, String message) {
        problems.add(at, Lint.TOO_DEEP, message);
        return false;
    }
}
