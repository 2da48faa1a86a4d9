package io.drover.policy.layout;

import io.drover.policy.layout.Lexeme.Kind;
import io.drover.policy.layout.Placed.Part;
import io.drover.policy.layout.Placed.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lays a rule file out in the one way that all rule files have. Where an author ends a line within a condition or an
 * effect it stays; everything else about blanks and lines is settled here. Words, texts and comments are not touched.
 */
public final class RuleLayout {

    private static final int STEP = 4;

    private final Page page = new Page();
    private final Deque<Opening> open = new ArrayDeque<>();
    private @Nullable Placed last;
    private @Nullable Lexeme mark;

    private RuleLayout() {}

    /**
     * The same rules, laid out. Laying that out again changes nothing. Safe for many threads.
     *
     * @param text of a file that Drools can read, with rules alone in it
     */
    public static String of(String text) {
        RuleLayout layout = new RuleLayout();
        Outline.of(Lexemes.of(text)).forEach(layout::place);
        return layout.page.text();
    }

    /** The effects of a then part, each on one line and without its semicolon. Comments are left out. */
    public static List<String> effects(String code) {
        List<String> effects = new ArrayList<>();
        Page page = new Page();
        for (Lexeme lexeme : Lexemes.of(code)) {
            if (lexeme.is(";")) {
                effects.add(page.text().strip());
                page = new Page();
            } else if (!lexeme.isComment()) {
                page.add(lexeme, false);
            }
        }
        return effects;
    }

    private void place(Placed placed) {
        Lexeme lexeme = placed.lexeme();
        Opening within = open.peek();
        boolean first = within != null && within.isEmpty();
        boolean hangs = lexeme.beginsLine() && !lexeme.closes() && page.hasBlankBefore(lexeme, false);
        if (first && hangs && placed.part() != Part.HEAD) {
            within.hang(within.lineIndent() + STEP);
        }
        boolean tight = placed.part() == Part.HEAD && placed.role() == Role.INNER;
        breakBefore(placed, within);
        if (first && !within.isHanging()) {
            within.followedAt(page.column() + (page.hasBlankBefore(lexeme, tight) ? 1 : 0));
        }
        page.add(lexeme, tight);
        if (!lexeme.isComment() && lexeme.closes() && within != null) {
            open.pop();
        }
        if (!lexeme.isComment() && lexeme.opens()) {
            open.push(new Opening(page.indent()));
        }
        last = placed;
    }

    private void breakBefore(Placed placed, @Nullable Opening within) {
        Lexeme lexeme = placed.lexeme();
        boolean forced = last != null && last.lexeme().kind() == Kind.LINE_COMMENT;
        boolean begins = lexeme.beginsLine() && page.hasBlankBefore(lexeme, false);
        boolean blank = lexeme.newlines() > 1 && last != null && last.role() != Role.MARK;
        switch (placed.role()) {
            case MARK -> page.newLine(0, isOfFile(lexeme) && isSetApart(lexeme));
            case START -> page.newLine(STEP, blank);
            case REST -> {
                if (forced || (begins && mayContinue(placed))) {
                    page.newLine(placed.part() == Part.FILE ? 0 : 2 * STEP, false);
                }
            }
            case INNER -> {
                if (forced || (begins && placed.part() != Part.HEAD)) {
                    inner(lexeme, within, forced);
                }
            }
            case COMMENT -> {
                if (forced || lexeme.beginsLine()) {
                    comment(placed.part(), within, blank);
                }
            }
        }
        if (placed.role() == Role.MARK) {
            mark = lexeme;
        }
    }

    private static boolean isOfFile(Lexeme mark) {
        return !mark.is("when") && !mark.is("then") && !mark.is("end");
    }

    /** Between rules stands one blank line, and one after the package; a comment right above a rule belongs to it. */
    private boolean isSetApart(Lexeme lexeme) {
        if (last == null || lexeme.newlines() > 1) {
            return true;
        }
        return last.role() != Role.COMMENT && (lexeme.is("rule") || (mark != null && !mark.is(lexeme.text())));
    }

    private boolean mayContinue(Placed placed) {
        Lexeme before = page.lastWord();
        return switch (placed.part()) {
            case FILE, HEAD -> false;
            case WHEN -> isBetween(placed.lexeme()) || (before != null && isBetween(before));
            case THEN -> true;
        };
    }

    private static boolean isBetween(Lexeme lexeme) {
        return Outline.BETWEEN.contains(lexeme.text());
    }

    private void inner(Lexeme lexeme, @Nullable Opening within, boolean forced) {
        if (within == null) {
            return;
        }
        if (!lexeme.closes()) {
            page.newLine(within.continued(), false);
        } else if (forced || within.isHanging()) {
            page.newLine(within.lineIndent(), false);
        }
    }

    private void comment(Part part, @Nullable Opening within, boolean blank) {
        if (within != null) {
            page.newLine(within.continued(), false);
        } else {
            boolean afterRule =
                    last != null && last.role() == Role.MARK && last.lexeme().is("end");
            page.newLine(part == Part.FILE ? 0 : STEP, blank || afterRule);
        }
    }
}
