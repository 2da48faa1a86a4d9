package io.drover.decision;

import io.drover.decision.StoryText.Look;
import io.drover.decision.TextTable.Cell;
import io.drover.decision.TextTable.Column;
import io.drover.decision.TextTable.Ink;
import io.drover.policy.explain.RuleTold;
import java.util.List;
import java.util.Set;

/** Why a decision did not fall on a host, as plain text for people. */
public final class WhyNotText {

    private WhyNotText() {}

    /** What bars the host or its score beside the chosen one's, then each rule; lines with a break at their ends. */
    public static String of(DecisionStory story, String agentId, List<RuleTold> rules, Look look) {
        StringBuilder out = new StringBuilder();
        boolean chosen = story.agents().stream()
                .anyMatch(host -> host.chosen() && host.agentId().equals(agentId));
        out.append(chosen ? "It was this host that was chosen." : HostComparison.of(story, Set.of(agentId)))
                .append('\n');
        if (!rules.isEmpty()) {
            out.append('\n').append(Ink.STRONG.on("Rules", look.colours())).append('\n');
            table(rules).print(out, look.colours());
        }
        return out.toString();
    }

    private static TextTable table(List<RuleTold> rules) {
        TextTable table = new TextTable(List.of(new Column("", false), new Column("", false), new Column("", false)));
        for (RuleTold rule : rules) {
            table.add(List.of(
                    Cell.plain(rule.rule().id()),
                    new Cell(rule.place(), Ink.FAINT),
                    new Cell(rule.text(), rule.fired() ? Ink.GOOD : Ink.PLAIN)));
        }
        return table;
    }
}
