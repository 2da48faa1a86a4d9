package io.drover.scenario.parse;

import io.drover.scenario.Position;
import io.drover.scenario.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the problems of one suite and its fleet. A place that is read twice has its problem once. */
final class Problems {

    private final Set<Problem> found = new LinkedHashSet<>();

    void add(Position position, String field, String reason, String hint) {
        found.add(new Problem(position, field, reason, hint));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<Problem> inOrder() {
        return found.stream().sorted().toList();
    }
}
