package io.drover.demo;

import io.drover.decision.StoryText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The demo's result as text: a table of the placements under their steps, and the whole story of the first. */
public final class DemoText {

    private static final String GAP = "  ";
    private static final int WHY_WIDTH = 52;
    private static final String STRONG = "1";
    private static final String GOOD = "32";
    private static final String BAD = "31";
    private static final String FAINT = "2";

    private final DemoResult result;
    private final boolean colours;
    private final StringBuilder out = new StringBuilder();
    private final int user;
    private final int connection;
    private final int host;
    private final int reason;

    private DemoText(DemoResult result, boolean colours) {
        this.result = result;
        this.colours = colours;
        user = width("user", Placement::user);
        connection = width("connection", Placement::connection);
        host = width("host", placement -> placement.outcome().hostname());
        reason = width("reason", placement -> placement.outcome().reason());
    }

    /** The text, each line with a line break at its end. */
    public static String of(DemoResult result, boolean colours) {
        return new DemoText(result, colours).tell();
    }

    private int width(String heading, Function<Placement, String> cell) {
        return result.placements().stream().map(cell).mapToInt(String::length).reduce(heading.length(), Math::max);
    }

    private String tell() {
        line(ink(FAINT, row("user", "connection", "host", "reason") + "why"));
        result.steps().forEach(step -> {
            line("");
            line(ink(STRONG, step));
            result.placements().stream()
                    .filter(placement -> placement.step().equals(step))
                    .forEach(this::tell);
        });
        line("");
        line(ink(STRONG, "Every decision is recorded and can be explained in full, for example the first:"));
        StoryText.of(result.first(), new StoryText.Look(colours, false)).lines().forEach(text -> line(GAP + text));
        return out.toString();
    }

    private void tell(Placement placement) {
        Outcome outcome = placement.outcome();
        List<String> why = wrapped(placement.why());
        String cells = row(placement.user(), placement.connection(), outcome.hostname(), "");
        String code = ink(outcome.placed() ? GOOD : BAD, outcome.reason())
                + " ".repeat(reason - outcome.reason().length());
        line(cells.substring(0, cells.length() - reason - GAP.length()) + code + GAP + ink(FAINT, why.get(0)));
        why.stream().skip(1).forEach(more -> line(row("", "", "", "") + ink(FAINT, more)));
        result.flaws(placement).forEach(flaw -> line(GAP + ink(BAD, "WRONG: " + flaw)));
        result.differences(placement).forEach(difference -> line(GAP + ink(STRONG, "differs: " + difference)));
    }

    private String row(String first, String second, String third, String fourth) {
        return GAP + padded(first, user) + padded(second, connection) + padded(third, host) + padded(fourth, reason);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length()) + GAP;
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    private String ink(String code, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > WHY_WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
