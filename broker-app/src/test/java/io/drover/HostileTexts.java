package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Texts that are almost those of a corpus, the same ones for the same seed. */
public final class HostileTexts {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int LONGEST_PIECE = 60;
    private static final int REPEATED = 3_000;

    private static final List<String> PIECES = List.of(
            "\0",
            "\uFEFF",
            "\uD800",
            "\u202E",
            "\t",
            "\n",
            "\r",
            " ",
            "\\",
            "\"",
            "'",
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            ":",
            "- ",
            "#",
            "|",
            ">",
            "&a",
            "*a",
            "!!int",
            "<<: *a",
            "%",
            "@",
            "`",
            "---\n",
            "...",
            "null",
            "NaN",
            "+Inf",
            "1e999",
            "-0",
            "-1",
            "-1e308",
            "1e308",
            "4.9e-324",
            "0.1s",
            "1e9h",
            "false",
            "2026-13-01T00:00:00Z",
            "9223372036854775808",
            "0x",
            "//",
            "/*",
            "*/",
            "end",
            "rule",
            "when",
            "then",
            "not",
            "exists",
            "accumulate",
            "eval(",
            "matches \"(a+)+$\"",
            "||",
            "&&",
            "==",
            "$x : ",
            "\n\n",
            "=\"",
            "\",",
            "# TYPE ",
            "# HELP ");

    private final List<String> corpus;
    private final Random random;

    /** Takes a text, or says what is wrong with it; anything else fails the test. */
    public interface Reader {
        /** Whether it was taken. */
        boolean takes(String text) throws Exception;
    }

    private HostileTexts(List<String> corpus, long seed) {
        this.corpus = List.copyOf(corpus);
        this.random = new Random(seed);
    }

    /**
     * Has a reader read as many as {@link Fuzz} says, each in time; some are still right.
     *
     * @param what they are
     */
    public static void attack(String what, List<String> corpus, Reader reader) {
        HostileTexts texts = new HostileTexts(corpus, Fuzz.SEED);
        MemoryGrowth growth = new MemoryGrowth(what, Fuzz.INPUTS);
        int taken = 0;
        for (int i = 0; i < Fuzz.INPUTS; i++) {
            String text = texts.next();
            boolean right = assertTimeoutPreemptively(
                    PATIENCE,
                    () -> reader.takes(text),
                    () -> "seed " + Fuzz.SEED + ", the text was:\n"
                            + text.substring(0, Math.min(text.length(), 5_000)));
            taken += right ? 1 : 0;
            growth.tried(i + 1);
        }
        growth.end("%d taken, %d refused".formatted(taken, Fuzz.INPUTS - taken));
        assertThat(taken).isBetween(1, Fuzz.INPUTS - 1);
    }

    /** The next one: a text of the corpus with one to four changes. What no file can hold is not in it. */
    private String next() {
        StringBuilder text = new StringBuilder(any(corpus));
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            change(text);
        }
        return new String(text.toString().getBytes(UTF_8), UTF_8);
    }

    private void change(StringBuilder text) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(LONGEST_PIECE));
        switch (random.nextInt(10)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, text.substring(from, to).repeat(1 + random.nextInt(3)));
            case 2 -> text.replace(from, to, piece(any(corpus)));
            case 3 -> text.setLength(from);
            case 4 -> text.insert(from, (char) random.nextInt(Character.MAX_VALUE));
            case 5 -> text.insert(from, any(PIECES).repeat(REPEATED));
            case 6, 7 -> replaceWord(text, from, any(PIECES));
            default -> text.insert(from, any(PIECES));
        }
    }

    private static void replaceWord(StringBuilder text, int near, String other) {
        int from = near;
        while (from > 0 && isOfWord(text.charAt(from - 1))) {
            from--;
        }
        int to = near;
        while (to < text.length() && isOfWord(text.charAt(to))) {
            to++;
        }
        text.replace(from, to, other);
    }

    private static boolean isOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '+' || c == '-';
    }

    private String piece(String of) {
        int from = random.nextInt(of.length() + 1);
        return of.substring(from, Math.min(of.length(), from + random.nextInt(LONGEST_PIECE)));
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
