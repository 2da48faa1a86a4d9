package io.drover.policy.lint;

import io.drover.policy.RuleProblem;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong in one file. */
final class Problems {

    private final FileText text;
    private final List<RuleProblem> found = new ArrayList<>();

    Problems(FileText text) {
        this.text = text;
    }

    void add(int at, Lint lint, String message) {
        add(at, lint, message, lint.hint());
    }

    /** @param hint what is known to help here; empty for what helps in general */
    void add(int at, Lint lint, String message, String hint) {
        found.add(text.problem(at, lint, message, hint.isEmpty() ? lint.hint() : hint));
    }

    void add(UnreadableException unreadable) {
        add(unreadable.at(), unreadable.lint(), String.valueOf(unreadable.getMessage()), unreadable.hint());
    }

    FileText text() {
        return text;
    }

    List<RuleProblem> found() {
        return found;
    }
}
