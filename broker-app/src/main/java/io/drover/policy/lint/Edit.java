package io.drover.policy.lint;

/**
 * A small change of a file's text.
 *
 * @param from where it starts, counted from 0
 * @param to the first place after it
 * @param with what stands there instead
 * @param change what it is, for people
 */
record Edit(int from, int to, String with, String change) {

    static Edit replace(int from, String what, String with) {
        return new Edit(from, from + what.length(), with, what + " to " + with);
    }

    String in(String text) {
        return text.substring(0, from) + with + text.substring(to);
    }
}
