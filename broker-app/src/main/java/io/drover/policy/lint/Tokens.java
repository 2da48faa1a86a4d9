package io.drover.policy.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a condition into words and signs. Comments and blanks are left out. */
final class Tokens {

    private static final Pattern TOKEN = Pattern.compile("""
            (?<blank>\\s+|//[^\\n]*|/\\*.*?\\*/)\
            |(?<name>[$A-Za-z_][$A-Za-z_0-9]*)\
            |(?<text>"[^"\\\\\\n]*+(?:\\\\[^u\\n][^"\\\\\\n]*+)*+")\
            |(?<decimal>[0-9]+\\.[0-9]+)\
            |(?<whole>[0-9]+)\
            |(?<sign>==|!=|<=|>=|&&|\\|\\||[-+*/%<>!.,:()\\[\\]])""", Pattern.DOTALL);

    private Tokens() {}

    /**
     * @param text the condition
     * @param at its place in the file
     * @throws UnreadableException at the first sign that conditions do not have
     */
    static List<Token> of(String text, int at) throws UnreadableException {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int done = 0;
        while (done < text.length()) {
            if (!matcher.find(done) || matcher.start() != done) {
                throw new UnreadableException(
                        at + done,
                        Lint.UNREADABLE_CONDITION,
                        "unexpected " + text.charAt(done),
                        hint(text.charAt(done)));
            }
            if (matcher.group("blank") == null) {
                tokens.add(new Token(at + done, kind(matcher), matcher.group()));
            }
            done = matcher.end();
        }
        tokens.add(new Token(at + text.length(), Token.Kind.END, ""));
        return tokens;
    }

    private static String hint(char sign) {
        return sign == '\'' ? "write texts in double quotes" : "";
    }

    private static Token.Kind kind(Matcher matcher) {
        if (matcher.group("name") != null) {
            return Token.Kind.NAME;
        }
        if (matcher.group("text") != null) {
            return Token.Kind.TEXT;
        }
        if (matcher.group("decimal") != null) {
            return Token.Kind.DECIMAL;
        }
        return matcher.group("whole") != null ? Token.Kind.WHOLE : Token.Kind.SIGN;
    }
}
