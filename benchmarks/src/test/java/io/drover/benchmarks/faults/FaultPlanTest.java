package io.drover.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.benchmarks.faults.FaultPlan.Kind;
import io.drover.benchmarks.faults.FaultPlan.Step;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private static FaultPlan plan(long seed, Set<Kind> kinds) {
        return FaultPlan.of(seed, kinds, 600_000, 2_000, 3, 16, 10_000);
    }

    @Test
    void theSameSeedGivesTheSamePlan() {
        assertThat(plan(7, EnumSet.allOf(Kind.class))).isEqualTo(plan(7, EnumSet.allOf(Kind.class)));
        assertThat(plan(7, EnumSet.allOf(Kind.class))).isNotEqualTo(plan(8, EnumSet.allOf(Kind.class)));
    }

    @Test
    void everyKindThatIsAskedForHappensAndNoOther() {
        Set<Kind> asked = EnumSet.of(Kind.KILL, Kind.PAUSE, Kind.CLOCK);

        assertThat(plan(1, asked).steps()).extracting(Step::kind).containsOnly(Kind.KILL, Kind.PAUSE, Kind.CLOCK);
    }

    @Test
    void faultsComeInOrderWithinTheTimeOfTheLoad() {
        assertThat(plan(1, EnumSet.allOf(Kind.class)).steps())
                .hasSizeBetween(200, 400)
                .isSortedAccordingTo((one, other) -> Long.compare(one.atMillis(), other.atMillis()))
                .allMatch(step -> step.atMillis() < 600_000)
                .allMatch(step -> step.target() < (step.kind() == Kind.SILENCE ? 16 : 4));
    }

    @Test
    void somePausesOutlastTheTimeAfterWhichHostsAreOffline() {
        assertThat(plan(1, EnumSet.of(Kind.PAUSE)).steps())
                .anyMatch(step -> step.amount() > 10_000)
                .anyMatch(step -> step.amount() < 10_000);
    }

    @Test
    void nothingToBreakIsAnEmptyPlan() {
        assertThat(plan(1, Set.of()).steps()).isEmpty();
    }
}
