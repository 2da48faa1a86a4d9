package io.drover.decision;

import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Hosts;
import io.drover.decision.DecisionStory.Known;
import io.drover.decision.DecisionStory.Outcome;
import io.drover.decision.DecisionStory.Timings;
import io.drover.decision.TextTable.Cell;
import io.drover.decision.TextTable.Column;
import io.drover.decision.TextTable.Ink;
import io.drover.policy.RuleRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A decision's story as plain text for people. */
public final class StoryText {

    private final DecisionStory story;
    private final Look look;
    private final StringBuilder out = new StringBuilder();

    private StoryText(DecisionStory story, Look look) {
        this.story = story;
        this.look = look;
    }

    /**
     * How a story is told.
     *
     * @param colours whether terminal colours are used
     * @param everyHost whether hosts of other farms and those far down the ranking are shown too
     */
    public record Look(boolean colours, boolean everyHost) {
        /** Without colours, without the hosts that hardly matter. */
        public static final Look PLAIN = new Look(false, false);
    }

    /** The story as lines of text, each with a line break at its end. */
    public static String of(DecisionStory story, Look look) {
        return new StoryText(story, look).tell();
    }

    /** Who asked for what and what came of it, in two sentences. */
    public static String sentences(DecisionStory story) {
        return new StoryText(story, Look.PLAIN).asked() + " " + OutcomeSentence.of(story);
    }

    private String tell() {
        tellRequest();
        tellOutcome();
        story.notes().forEach(note -> line("Note: " + note));
        tellKnown();
        tellHosts();
        tellRules();
        tellCircumstances();
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void heading(String text) {
        line("");
        line(Ink.STRONG.on(text, look.colours()));
    }

    private void tellRequest() {
        if (!story.decisionId().isEmpty()) {
            line(Ink.STRONG.on("Decision " + story.decisionId(), look.colours())
                    + (story.at() == null ? "" : ", " + story.at()));
        }
        line(asked());
    }

    private String asked() {
        String folded = (story.user().domain().isEmpty() ? "" : story.user().domain() + "\\")
                + story.user().name();
        String asked = story.request().username();
        String who = asked.equals(folded) ? asked : asked + " (" + folded + ")";
        return who + " asked for " + wanted() + meant() + ".";
    }

    private String wanted() {
        AskedRequest asked = story.request();
        StringJoiner wanted = new StringJoiner(", ");
        if (!asked.resourceId().isEmpty()) {
            wanted.add("resource " + asked.resourceId());
        }
        if (!asked.connectionName().isEmpty()) {
            wanted.add("connection \"" + asked.connectionName() + "\"");
        }
        if (!asked.connectionId().isEmpty()) {
            wanted.add("connection " + asked.connectionId());
        }
        if (!asked.farmId().isEmpty()) {
            wanted.add("farm " + asked.farmId());
        }
        if (!asked.excludeAgentIds().isEmpty()) {
            wanted.add("but not " + String.join(", ", asked.excludeAgentIds()));
        }
        return wanted.length() == 0 ? "any host" : wanted.toString();
    }

    private String meant() {
        if (story.hosts() == Hosts.NOT_ASKED) {
            return "";
        }
        String where = story.farmId().isEmpty() ? "the whole fleet" : "farm " + story.farmId();
        return ": " + (story.resourceId().isEmpty() ? "" : "resource " + story.resourceId() + " in ") + where;
    }

    private void tellOutcome() {
        Outcome outcome = story.outcome();
        boolean placed = outcome.result().equals("placed");
        line((placed ? Ink.GOOD : Ink.BAD).on(OutcomeSentence.of(story), look.colours()));
        if (isProvisional()) {
            line("The database was away: the placement was provisional, known to "
                    + (story.instance().isEmpty() ? "one instance" : "instance " + story.instance()) + " alone.");
        }
    }

    private boolean isProvisional() {
        return Boolean.TRUE.equals(story.outcome().provisional());
    }

    private void tellKnown() {
        Known known = story.known();
        if (known == null) {
            return;
        }
        known.sessions()
                .forEach(session -> line("The user has a session on " + name(session.agentId()) + " ("
                        + joined(session.state(), domain(session.domain())) + ")."));
        known.leases()
                .forEach(lease -> line("The user has a lease on " + name(lease.agentId()) + " ("
                        + joined(
                                lease.farmId().isEmpty() ? "the whole fleet" : "farm " + lease.farmId(),
                                lease.resourceId().isEmpty() ? "" : "resource " + lease.resourceId(),
                                domain(lease.domain()),
                                (lease.expired() ? "ended " : "until ") + lease.expiresAt())
                        + ")."));
        if (!known.failedAgents().isEmpty()) {
            line("A connection of the user failed within the last minute on "
                    + known.failedAgents().stream().map(this::name).collect(Collectors.joining(", ")) + ".");
        }
    }

    private static String domain(String domain) {
        return domain.isEmpty() ? "" : "domain " + domain;
    }

    private static String joined(String... parts) {
        StringJoiner joined = new StringJoiner(", ");
        for (String part : parts) {
            if (!part.isEmpty()) {
                joined.add(part);
            }
        }
        return joined.toString();
    }

    private String name(String agentId) {
        return story.agents().stream()
                .filter(host -> host.agentId().equals(agentId))
                .map(StoryText::name)
                .findFirst()
                .orElse(agentId);
    }

    static String name(Host host) {
        return host.hostname().isEmpty() ? host.agentId() : host.hostname();
    }

    private void tellHosts() {
        if (story.hosts() == Hosts.NOT_ASKED) {
            return;
        }
        if (story.hosts() == Hosts.NOT_RECORDED) {
            line("What the rules said of the hosts was not recorded.");
            return;
        }
        HostLists hosts = HostLists.of(story, look.everyHost());
        if (!hosts.members().isEmpty()) {
            heading("Hosts");
            ScoreTable.of(hosts.members()).print(out, look.colours());
        }
        hosts.omissions().forEach(this::line);
        tellBarriers(hosts.members());
        if (!hosts.strangers().isEmpty()) {
            heading("Hosts of other farms");
            line("  " + hosts.strangers().stream().map(StoryText::name).collect(Collectors.joining(", ")));
        }
    }

    private void tellBarriers(List<Host> hosts) {
        TextTable table = new TextTable(List.of(
                new Column("", false),
                new Column("", false),
                new Column("", false),
                new Column("", false),
                new Column("", false)));
        for (Host host : hosts) {
            host.exclusions().forEach(barrier -> table.add(row(host, barrier)));
        }
        if (!table.isEmpty()) {
            heading("Barred");
            table.print(out, look.colours());
        }
    }

    private static List<Cell> row(Host host, Barrier barrier) {
        String whom = barrier.bars().equals("any_session") ? "any session" : "new sessions";
        return List.of(
                Cell.plain(name(host)),
                new Cell(barrier.code(), barrier.waived() ? Ink.FAINT : Ink.BAD),
                Cell.plain(barrier.waived() ? "waived for this request" : whom),
                Cell.plain(barrier.detail() + (barrier.forThisRequest() ? " (this request)" : "")),
                new Cell(where(barrier.rule()), Ink.FAINT));
    }

    private static String where(RuleRef rule) {
        return rule.file().isEmpty() ? rule.id() : rule.id() + " " + rule.file() + ":" + rule.line();
    }

    private void tellRules() {
        if (story.rules().isEmpty()) {
            return;
        }
        heading("Decided by");
        TextTable table = new TextTable(List.of(new Column("", false), new Column("", false), new Column("", false)));
        for (RuleRef rule : story.rules()) {
            table.add(List.of(
                    Cell.plain(rule.id()),
                    Cell.plain(rule.name()),
                    new Cell(rule.file().isEmpty() ? "" : rule.file() + ":" + rule.line(), Ink.FAINT)));
        }
        table.print(out, look.colours());
    }

    private void tellCircumstances() {
        List<String> parts = new ArrayList<>();
        if (!story.policyRevision().isEmpty()) {
            parts.add("rules " + story.policyRevision());
        }
        if (story.strategy() != null && !story.strategy().equals("score")) {
            parts.add("strategy " + story.strategy());
        }
        Timings took = story.timings();
        if (took != null) {
            parts.add("decided in " + millis(took.decideUs()) + (story.tries() > 1 ? " at try " + story.tries() : ""));
            parts.add((isProvisional() ? "lease given in " : "lease committed in ") + millis(took.commitUs()));
            parts.add("answered in " + millis(took.totalUs()));
        }
        parts.add("seed " + story.seed());
        line("");
        line(Ink.FAINT.on(String.join(", ", parts), look.colours()));
    }

    private static String millis(long micros) {
        return Points.text(micros / 1000.0) + " ms";
    }

    /** Counts as words: {@code 3 agent-draining, 2 below-min-health}. */
    static String counts(Map<String, ? extends Number> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
