package io.drover.policy.lint;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a regular expression may take for ever on a text of some hundred characters. Java tries every way to
 * read a text before it says no, so the ways are counted; whatever is not understood here counts as slow.
 */
final class Backtracking {

    private static final double LONGEST_TEXT = 512;
    private static final double MOST_WAYS = LONGEST_TEXT * LONGEST_TEXT * LONGEST_TEXT;
    private static final int NOT_KNOWN = -1;
    private static final int NO_LIMIT = Integer.MAX_VALUE;
    private static final String FLAGS = "imsu-";

    private final String pattern;
    private int next;
    private String trouble = "";

    private Backtracking(String pattern) {
        this.pattern = pattern;
    }

    /**
     * A part of the expression.
     *
     * @param ways in how many ways it may be read at most
     * @param varies whether it takes texts of several lengths because something in it repeats
     * @param alike whether it has alternatives that may start alike
     * @param first the character that it starts with, or that it is not known
     */
    private record Part(double ways, boolean varies, boolean alike, int first) {

        static final Part ONE = new Part(1, false, false, NOT_KNOWN);

        static Part of(int first) {
            return new Part(1, false, false, Character.toLowerCase(Character.toUpperCase(first)));
        }
    }

    /**
     * Why an expression may be slow; empty when it is not.
     *
     * @param pattern a regular expression that compiles
     */
    static String trouble(String pattern) {
        Backtracking reading = new Backtracking(pattern);
        Part all = reading.choice();
        if (reading.next < pattern.length()) {
            reading.refuse("it cannot be judged");
        }
        if (all.ways() > MOST_WAYS) {
            reading.refuse("it repeats too much one after the other");
        }
        return reading.trouble;
    }

    private Part choice() {
        Part all = sequence();
        if (!at('|')) {
            return all;
        }
        Set<Integer> firsts = new HashSet<>(Set.of(all.first()));
        boolean apart = all.first() != NOT_KNOWN;
        while (take('|')) {
            Part one = sequence();
            apart &= one.first() != NOT_KNOWN && firsts.add(one.first());
            all = new Part(
                    all.ways() + one.ways(), all.varies() || one.varies(), all.alike() || one.alike(), NOT_KNOWN);
        }
        return new Part(all.ways(), all.varies(), all.alike() || !apart, NOT_KNOWN);
    }

    private Part sequence() {
        @Nullable Part all = null;
        while (next < pattern.length() && !at('|') && !at(')')) {
            Part one = repeated(single());
            all = all == null
                    ? one
                    : new Part(
                            all.ways() * one.ways(),
                            all.varies() || one.varies(),
                            all.alike() || one.alike(),
                            all.first());
        }
        return all == null ? Part.ONE : all;
    }

    private Part repeated(Part one) {
        int least = 0;
        int most = NO_LIMIT;
        if (take('?')) {
            most = 1;
        } else if (take('+')) {
            least = 1;
        } else if (at('{') && next + 1 < pattern.length() && Character.isDigit(pattern.charAt(next + 1))) {
            next++;
            least = number();
            most = !take(',') ? least : at('}') ? NO_LIMIT : number();
            next++;
        } else if (!take('*')) {
            return one;
        }
        boolean givesBack = !take('+');
        take('?');
        return new Part(
                ways(one, least, most, givesBack),
                one.varies() || most != least,
                one.alike(),
                least > 0 ? one.first() : NOT_KNOWN);
    }

    private double ways(Part one, int least, int most, boolean givesBack) {
        double counts = givesBack ? Math.min(LONGEST_TEXT, (double) most - least + 1) : 1;
        if (!one.varies() && !one.alike()) {
            return one.ways() * counts;
        }
        if (most == NO_LIMIT) {
            refuse("what repeats in it without end holds something that repeats, or alternatives that may start alike");
        }
        return Math.pow(one.ways(), most) * counts;
    }

    private int number() {
        int start = next;
        while (next < pattern.length() && Character.isDigit(pattern.charAt(next))) {
            next++;
        }
        String digits = pattern.substring(start, next);
        return digits.length() > 9 ? NO_LIMIT : Integer.parseInt("0" + digits);
    }

    private Part single() {
        if (take('(')) {
            return group();
        } else if (take('[')) {
            oneOf();
            return Part.ONE;
        } else if (take('\\')) {
            return escaped();
        }
        int sign = pattern.codePointAt(next);
        next += Character.charCount(sign);
        return sign == '.' || sign == '^' || sign == '$' ? Part.ONE : Part.of(sign);
    }

    private Part group() {
        if (take('?') && !head()) {
            return Part.ONE;
        }
        Part inner = choice();
        next++;
        return inner;
    }

    /** What stands after {@code (?}; false when the group is over with that. */
    private boolean head() {
        if (take('<')) {
            if (!take('=') && !take('!')) {
                next = Math.max(next, pattern.indexOf('>', next) + 1);
            }
            return true;
        }
        if (take('=') || take('!') || take('>')) {
            return true;
        }
        while (next < pattern.length() && !at(':') && !at(')')) {
            if (FLAGS.indexOf(pattern.charAt(next)) < 0) {
                refuse("of the flags only i, m, s and u are taken");
            }
            next++;
        }
        return !take(')') && take(':');
    }

    private void oneOf() {
        take('^');
        boolean empty = true;
        while (next < pattern.length()) {
            if (take('[')) {
                oneOf();
            } else if (take('\\')) {
                escaped();
            } else if (take(']')) {
                if (!empty) {
                    return;
                }
            } else {
                next++;
            }
            empty = false;
        }
    }

    private Part escaped() {
        char sign = pattern.charAt(next++);
        if (sign == 'Q') {
            int end = pattern.indexOf("\\E", next);
            next = end < 0 ? pattern.length() : end + 2;
            return Part.ONE;
        }
        if (sign == 'k' || (sign >= '1' && sign <= '9')) {
            refuse("it refers back to what it read");
        } else if (sign == 'c') {
            next++;
        }
        return Character.isLetterOrDigit(sign) ? Part.ONE : Part.of(sign);
    }

    private boolean at(char sign) {
        return next < pattern.length() && pattern.charAt(next) == sign;
    }

    private boolean take(char sign) {
        boolean found = at(sign);
        next += found ? 1 : 0;
        return found;
    }

    private void refuse(String why) {
        if (trouble.isEmpty()) {
            trouble = why;
        }
    }
}
