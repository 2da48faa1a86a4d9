package io.drover;

import java.util.List;
import java.util.Random;

/** Texts that are almost those of a corpus, the same ones for the same seed. */
final class HostileTexts {

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

    HostileTexts(List<String> corpus, long seed) {
        this.corpus = List.copyOf(corpus);
        this.random = new Random(seed);
    }

    /** The next one: a text of the corpus with one to four changes. */
    String next() {
        StringBuilder text = new StringBuilder(any(corpus));
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            change(text);
        }
        return text.toString();
    }

    private void change(StringBuilder text) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(LONGEST_PIECE));
        switch (random.nextInt(8)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, text.substring(from, to).repeat(1 + random.nextInt(3)));
            case 2 -> text.replace(from, to, piece(any(corpus)));
            case 3 -> text.setLength(from);
            case 4 -> text.insert(from, (char) random.nextInt(Character.MAX_VALUE));
            case 5 -> text.insert(from, any(PIECES).repeat(REPEATED));
            default -> text.insert(from, any(PIECES));
        }
    }

    private String piece(String of) {
        int from = random.nextInt(of.length() + 1);
        return of.substring(from, Math.min(of.length(), from + random.nextInt(LONGEST_PIECE)));
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
