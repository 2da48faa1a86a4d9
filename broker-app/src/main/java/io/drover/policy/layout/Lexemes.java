package io.drover.policy.layout;

import io.drover.policy.layout.Lexeme.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Splits a rule file into everything that is not blank. Never fails: what it does not know is a sign. */
public final class Lexemes {

    private static final Pattern LEXEME = Pattern.compile("""
            (?<blank>\\s+)\
            |(?<line>//[^\\n]*)\
            |(?<block>/\\*.*?\\*/)\
            |(?<word>no-loop|lock-on-active|auto-focus|(?:agenda|activation|ruleflow)-group|date-(?:effective|expires)\
            |entry-point|[\\p{L}_$][\\p{L}\\p{N}_$]*)\
            |(?<number>[0-9](?:[\\p{L}\\p{N}_]|\\.(?=[0-9]))*)\
            |(?<text>"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*')\
            |(?<sign>>>>=|<<=|>>=|==|!=|<=|>=|&&|\\|\\||:=|->|\\+\\+|--|\\+=|-=|\\*=|/=|%=|::|.)""", Pattern.DOTALL);

    private Lexemes() {}

    /** What is written, in order, comments left out: two files with the same differ in layout and comments alone. */
    public static List<String> words(String text) {
        return of(text).stream()
                .filter(lexeme -> !lexeme.isComment())
                .map(Lexeme::text)
                .toList();
    }

    /** What is written, in order, comments too: two files with the same differ in layout alone. */
    public static List<String> all(String text) {
        return of(text).stream().map(Lexeme::text).toList();
    }

    /** Everything but blanks, in order. */
    static List<Lexeme> of(String text) {
        List<Lexeme> lexemes = new ArrayList<>();
        int newlines = 0;
        Matcher matcher = LEXEME.matcher(text.replace("\r\n", "\n"));
        while (matcher.find()) {
            Kind kind = kind(matcher);
            if (kind == null) {
                newlines += (int) matcher.group().chars().filter(c -> c == '\n').count();
                continue;
            }
            boolean comment = kind == Kind.LINE_COMMENT || kind == Kind.BLOCK_COMMENT;
            lexemes.add(new Lexeme(kind, comment ? matcher.group().stripTrailing() : matcher.group(), newlines));
            newlines = 0;
        }
        return lexemes;
    }

    private static @Nullable Kind kind(Matcher matcher) {
        if (matcher.group("blank") != null) {
            return null;
        }
        if (matcher.group("line") != null) {
            return Kind.LINE_COMMENT;
        }
        if (matcher.group("block") != null) {
            return Kind.BLOCK_COMMENT;
        }
        if (matcher.group("word") != null) {
            return Kind.WORD;
        }
        if (matcher.group("number") != null) {
            return Kind.NUMBER;
        }
        return matcher.group("text") != null ? Kind.TEXT : Kind.SIGN;
    }
}
