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

    void add(int at, String message) {
        found.add(text.problem(at, message));
    }

    FileText text() {
        return text;
    }

    List<RuleProblem> found() {
        return found;
    }
}
