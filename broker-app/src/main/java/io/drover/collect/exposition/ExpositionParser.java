package io.drover.collect.exposition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads the Prometheus text format, version 0.0.4. Comments are left aside, so are time stamps: a scrape shows now.
 * Every line is read, also of metrics that nobody wants, because a text that is broken anywhere may have been cut off.
 * It takes time in proportion to the text. For one text, by one thread.
 */
public final class ExpositionParser {

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|[Ii]nf(?:inity)?|[Nn]a[Nn])");
    private static final Pattern TIME = Pattern.compile("-?\\d{1,19}");
    private static final int LONGEST_NUMBER = 64;

    /** A host with two thousand sessions has some twenty thousand. */
    private static final int MOST_SAMPLES = 50_000;

    private static final int MOST_LABELS = 64;
    private static final int LONGEST_NAME = 512;
    private static final int LONGEST_VALUE = 8_192;

    private final String text;
    private final Predicate<String> wanted;
    private final List<Sample> samples = new ArrayList<>();
    private int at;
    private int line = 1;
    private int startOfLine;

    private ExpositionParser(String text, Predicate<String> wanted) {
        this.text = text;
        this.wanted = wanted;
    }

    /**
     * Reads a whole text.
     *
     * @param wanted the metrics that are kept, by name
     * @throws ExpositionException when a line is none of the format, or the last one does not end
     */
    public static Exposition parse(String text, Predicate<String> wanted) throws ExpositionException {
        return new ExpositionParser(text, wanted).parse();
    }

    private Exposition parse() throws ExpositionException {
        while (at < text.length()) {
            startOfLine = at;
            blanks();
            if (peek() == '#') {
                at = endOfLine();
            } else if (!isAtEndOfLine()) {
                sample();
            }
            endLine();
            line++;
        }
        return Exposition.of(samples);
    }

    private void sample() throws ExpositionException {
        String name = name(true);
        boolean keep = wanted.test(name);
        blanks();
        Map<String, String> labels = new LinkedHashMap<>();
        if (peek() == '{') {
            labels(labels, keep);
            blanks();
        }
        double value = value();
        blanks();
        if (!isAtEndOfLine()) {
            time();
            blanks();
        }
        if (keep) {
            if (samples.size() == MOST_SAMPLES) {
                throw wrong(startOfLine, "there are more than " + MOST_SAMPLES + " series");
            }
            samples.add(new Sample(name, labels, value));
        }
    }

    private void labels(Map<String, String> labels, boolean keep) throws ExpositionException {
        at++;
        blanks();
        while (peek() != '}') {
            int begun = at;
            String label = name(false);
            blanks();
            expect('=');
            blanks();
            String value = quoted(keep);
            if (keep && labels.put(label, value) != null) {
                throw wrong(begun, "the label " + label + " stands twice");
            }
            if (labels.size() > MOST_LABELS) {
                throw wrong(begun, "there are more than " + MOST_LABELS + " labels");
            }
            blanks();
            if (peek() == ',') {
                at++;
                blanks();
            } else if (peek() != '}') {
                throw wrong(at, "expected , or } after a label");
            }
        }
        at++;
    }

    private String quoted(boolean keep) throws ExpositionException {
        int begun = at;
        expect('"');
        StringBuilder value = new StringBuilder();
        while (true) {
            if (isAtEndOfLine()) {
                throw wrong(begun, "a label's value does not end");
            }
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            char read = c == '\\' ? escaped() : c;
            if (keep) {
                value.append(read);
            }
            if (value.length() > LONGEST_VALUE) {
                throw wrong(begun, "a label's value is longer than " + LONGEST_VALUE + " characters");
            }
        }
    }

    private char escaped() throws ExpositionException {
        char c = peek();
        at++;
        return switch (c) {
            case '\\', '"' -> c;
            case 'n' -> '\n';
            default -> throw wrong(at - 2, "only \\\\, \\\" and \\n are escaped");
        };
    }

    private String name(boolean ofMetric) throws ExpositionException {
        int begun = at;
        while (at < text.length() && isOfName(text.charAt(at), ofMetric, at == begun)) {
            at++;
        }
        if (at == begun) {
            throw wrong(at, ofMetric ? "expected the name of a metric" : "expected the name of a label");
        }
        if (at - begun > LONGEST_NAME) {
            throw wrong(begun, "a name is longer than " + LONGEST_NAME + " characters");
        }
        return text.substring(begun, at);
    }

    private static boolean isOfName(char c, boolean ofMetric, boolean first) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (ofMetric && c == ':');
        return letter || (!first && c >= '0' && c <= '9');
    }

    private double value() throws ExpositionException {
        int begun = at;
        String word = word();
        if (word.length() > LONGEST_NUMBER || !NUMBER.matcher(word).matches()) {
            throw wrong(begun, "expected a number");
        }
        char last = word.charAt(word.length() - 1);
        if (Character.isLetter(last)) {
            boolean infinite = word.contains("nf");
            return !infinite ? Double.NaN : word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return Double.parseDouble(word);
    }

    private void time() throws ExpositionException {
        int begun = at;
        if (!TIME.matcher(word()).matches()) {
            throw wrong(begun, "expected a time stamp or the end of the line");
        }
    }

    /** What stands here up to the next blank. */
    private String word() {
        int begun = at;
        while (!isAtEndOfLine() && !isBlank(text.charAt(at))) {
            at++;
        }
        return text.substring(begun, at);
    }

    private void expect(char c) throws ExpositionException {
        if (peek() != c) {
            throw wrong(at, "expected " + c);
        }
        at++;
    }

    private void blanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** The character here, a line feed at the end of the text. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\n';
    }

    private boolean isAtEndOfLine() {
        return peek() == '\n' || (peek() == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n');
    }

    private int endOfLine() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private void endLine() throws ExpositionException {
        if (peek() == '\r') {
            at++;
        }
        if (at >= text.length()) {
            throw wrong(at, "the text breaks off within a line");
        }
        if (peek() != '\n') {
            throw wrong(at, "expected the end of the line");
        }
        at++;
    }

    private ExpositionException wrong(int place, String reason) {
        return new ExpositionException(line, place - startOfLine + 1, reason);
    }
}
