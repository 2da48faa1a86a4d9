package io.drover.policy.layout;

import io.drover.policy.layout.Placed.Part;
import io.drover.policy.layout.Placed.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells of every lexeme what it is in its rule. */
final class Outline {

    private static final Set<String> OF_FILE = Set.of("package", "import", "global", "unit", "dialect", "rule");
    private static final Set<String> OF_HEAD = Set.of(
            "activation-group",
            "agenda-group",
            "auto-focus",
            "calendars",
            "date-effective",
            "date-expires",
            "dialect",
            "duration",
            "enabled",
            "lock-on-active",
            "no-loop",
            "ruleflow-group",
            "salience",
            "timer");

    /** What stands between two conditions. */
    static final Set<String> BETWEEN = Set.of("and", "or", "&&", "||", "from", "over");

    private final List<Lexeme> lexemes;
    private Part part = Part.FILE;
    private boolean started;
    private int depth;
    private @Nullable Lexeme before;

    private Outline(List<Lexeme> lexemes) {
        this.lexemes = lexemes;
    }

    static List<Placed> of(List<Lexeme> lexemes) {
        Outline outline = new Outline(lexemes);
        List<Placed> placed = new ArrayList<>(lexemes.size());
        for (int i = 0; i < lexemes.size(); i++) {
            placed.add(outline.place(i));
        }
        return placed;
    }

    private Placed place(int index) {
        Lexeme lexeme = lexemes.get(index);
        if (lexeme.isComment()) {
            return new Placed(lexeme, part, Role.COMMENT);
        }
        boolean inner = depth > 0;
        Role role = inner ? Role.INNER : role(index, lexeme);
        if (role == Role.MARK) {
            enter(lexeme);
        } else if (role == Role.START) {
            started = true;
        }
        if (lexeme.opens()) {
            depth++;
        } else if (lexeme.closes() && inner) {
            depth--;
        }
        Placed placed = new Placed(lexeme, part, role);
        if (role == Role.MARK && lexeme.is("end")) {
            part = Part.FILE;
        }
        before = lexeme;
        return placed;
    }

    private void enter(Lexeme mark) {
        started = false;
        part = switch (mark.text()) {
            case "rule" -> Part.HEAD;
            case "when" -> Part.WHEN;
            case "then" -> Part.THEN;
            default -> part;
        };
    }

    private Role role(int index, Lexeme lexeme) {
        boolean mark = switch (part) {
            case FILE -> OF_FILE.contains(lexeme.text()) && lexeme.isWord() && (before == null || !before.is("."));
            case HEAD -> lexeme.is("when") || lexeme.is("then");
            case WHEN -> lexeme.is("then");
            case THEN -> lexeme.is("end") || (lexeme.is("then") && next(index, "["));
        };
        if (mark) {
            return Role.MARK;
        }
        boolean starts = switch (part) {
            case FILE -> false;
            case HEAD -> startsInHead(index, lexeme);
            case WHEN -> !started || startsCondition(lexeme);
            case THEN -> startsEffect(lexeme);
        };
        return starts ? Role.START : Role.REST;
    }

    private boolean startsInHead(int index, Lexeme lexeme) {
        if (lexeme.is("@")) {
            return !started || lexeme.beginsLine() || next(index, "doc");
        }
        return lexeme.isWord() && OF_HEAD.contains(lexeme.text()) && before != null && !before.is("@");
    }

    private boolean startsCondition(Lexeme lexeme) {
        boolean first = (lexeme.isWord() && !BETWEEN.contains(lexeme.text())) || lexeme.is("(");
        if (before == null || !first) {
            return false;
        }
        boolean afterName = before.isWord() && !BETWEEN.contains(before.text()) && !Spacing.isKeyword(before);
        return before.is(")")
                || before.is(";")
                || before.is("]")
                || (afterName && lexeme.isWord() && lexeme.beginsLine());
    }

    private boolean startsEffect(Lexeme lexeme) {
        if (!started) {
            return !lexeme.is("[");
        }
        return before != null && (before.is(";") || before.is("}"));
    }

    private boolean next(int index, String text) {
        return index + 1 < lexemes.size() && lexemes.get(index + 1).is(text);
    }
}
