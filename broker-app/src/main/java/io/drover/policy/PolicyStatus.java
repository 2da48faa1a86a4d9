package io.drover.policy;

import io.drover.control.Actor;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which rules decide, and how the last attempt to load others went.
 *
 * @param revision the rules that decide
 * @param origin where they were read
 * @param since since when they decide
 * @param by who made them decide
 * @param files their files, in order
 * @param rules where each of their rules stands, in the order of files and lines
 * @param examination how they did in the suites when they were loaded; nothing when they were not tried
 * @param folderRevision the rules in the folder when it was last read, empty when it could not be
 * @param lastAttempt when rules were loaded last, or refused
 * @param problems why the last attempt was refused; empty when it was not, or for its suites alone
 * @param failures what the suites expected in vain at the last attempt
 */
public record PolicyStatus(
        String revision,
        Origin origin,
        Instant since,
        Actor by,
        List<String> files,
        List<RuleRef> rules,
        Examination examination,
        String folderRevision,
        Instant lastAttempt,
        List<RuleProblem> problems,
        List<ScenarioFailure> failures) {

    public PolicyStatus {
        files = List.copyOf(files);
        rules = List.copyOf(rules);
        problems = List.copyOf(problems);
        failures = List.copyOf(failures);
    }

    /** Where rules were read. */
    public enum Origin {
        /** The rules folder. */
        FOLDER,
        /** What is kept of the rules that served last, because those in the folder were refused at the start. */
        LAST_GOOD,
        /** What is kept of earlier rules, because somebody went back to them. */
        ROLLBACK
    }

    /** Whether other rules decide than those in the folder. */
    public boolean degraded() {
        return isRefused() || origin != Origin.FOLDER;
    }

    /** Whether the last attempt to load rules was refused. */
    public boolean isRefused() {
        return !problems.isEmpty() || !failures.isEmpty();
    }

    PolicyStatus refused(Instant now, String inFolder, BrokenRulesException why) {
        return new PolicyStatus(
                revision, origin, since, by, files, rules, examination, inFolder, now, why.problems(), why.failures());
    }

    PolicyStatus faulty(Instant now, RuleProblem fault) {
        return new PolicyStatus(
                revision, origin, since, by, files, rules, examination, folderRevision, now, List.of(fault), List.of());
    }

    PolicyStatus unchanged(Instant now, Origin from) {
        return new PolicyStatus(
                revision, from, since, by, files, rules, examination, revision, now, List.of(), List.of());
    }

    PolicyStatus beside(String inFolder) {
        return new PolicyStatus(
                revision, origin, since, by, files, rules, examination, inFolder, lastAttempt, problems, failures);
    }

    /** What is wrong as lines of text, at most so many. */
    static String lines(List<RuleProblem> problems, List<ScenarioFailure> failures, int most) {
        List<String> all = Stream.concat(problems.stream(), failures.stream())
                .map(Object::toString)
                .toList();
        StringBuilder text = new StringBuilder();
        all.subList(0, Math.min(most, all.size()))
                .forEach(line -> text.append("\n  ").append(line));
        if (all.size() > most) {
            text.append("\n  and ").append(all.size() - most).append(" more");
        }
        return text.toString();
    }
}
