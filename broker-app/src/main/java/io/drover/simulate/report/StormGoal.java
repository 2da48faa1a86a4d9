package io.drover.simulate.report;

import io.drover.simulate.Goal;
import io.drover.simulate.StormReport.Verdict;

/** A goal and what came of it, in one line. */
public final class StormGoal {

    private StormGoal() {}

    /** Begins with {@code ok} or {@code MISSED}; names the place of a goal that was missed. */
    public static String text(Verdict verdict) {
        Goal goal = verdict.goal();
        String wanted =
                "%s: %s at most %s".formatted(verdict.policy(), goal.figure().word(), Amount.of(goal.most()));
        return verdict.reached()
                ? "ok      " + wanted
                : "MISSED  %s, is %s with seed %d (%s)"
                        .formatted(wanted, Amount.of(verdict.worst()), verdict.seed(), goal.position());
    }
}
