package io.drover.policy;

import java.time.Instant;
import java.util.List;

/**
 * Which rules decide, and how the last attempt to load others went.
 *
 * @param revision the rules that decide
 * @param origin where they were read
 * @param since since when they decide
 * @param files their files, in order
 * @param rules where each of their rules stands, in the order of files and lines
 * @param lastAttempt when rules were loaded last, or refused
 * @param problems why the last attempt was refused; empty when it was not
 */
public record PolicyStatus(
        String revision,
        Origin origin,
        Instant since,
        List<String> files,
        List<RuleRef> rules,
        Instant lastAttempt,
        List<RuleProblem> problems) {

    public PolicyStatus {
        files = List.copyOf(files);
        rules = List.copyOf(rules);
        problems = List.copyOf(problems);
    }

    /** Where rules were read. */
    public enum Origin {
        /** The rules folder. */
        FOLDER,
        /** The copy of the rules that served last, because those in the folder were refused at the start. */
        LAST_GOOD
    }

    /** Whether other rules decide than those in the folder. */
    public boolean degraded() {
        return !problems.isEmpty() || origin == Origin.LAST_GOOD;
    }

    PolicyStatus refused(Instant now, List<RuleProblem> why) {
        return new PolicyStatus(revision, origin, since, files, rules, now, why);
    }

    PolicyStatus unchanged(Instant now) {
        return new PolicyStatus(revision, Origin.FOLDER, since, files, rules, now, List.of());
    }

    /** The problems as lines of text, at most so many. */
    static String lines(List<RuleProblem> problems, int most) {
        StringBuilder text = new StringBuilder();
        for (RuleProblem problem : problems.subList(0, Math.min(most, problems.size()))) {
            text.append("\n  ").append(problem);
        }
        if (problems.size() > most) {
            text.append("\n  and ").append(problems.size() - most).append(" more");
        }
        return text.toString();
    }
}
