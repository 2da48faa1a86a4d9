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
        if (verdict.reached()) {
            return "ok      " + wanted;
        }
        String is = verdict.worst() > goal.most() ? "is " + Amount.of(verdict.worst()) : "nobody was placed";
        return "MISSED  %s, %s with seed %d (%s)".formatted(wanted, is, verdict.seed(), goal.position());
    }
}
