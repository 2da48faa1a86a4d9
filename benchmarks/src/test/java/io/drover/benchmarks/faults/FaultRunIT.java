package io.drover.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.benchmarks.faults.FaultPlan.Kind;
import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run of what {@code benchmarks/run Faults} does for long, the clock of one broker being ten minutes off. Then
 * the same brokers commit leases by functions that are broken, and the same checker must notice.
 */
class FaultRunIT {

    private static final long SEED = 2;
    private static final int PLACEMENTS = 500;

    /** How many placements are enough to look at, and how often, until the broken build shows. */
    private static final int SOME = 150;

    private static final int ROUNDS = 12;

    /** A lease on a closed host, for the gate is gone, and a user on two hosts. */
    private static final Set<Violation.Kind> WANTED = EnumSet.of(Violation.Kind.CLOSED_HOST, Violation.Kind.TWO_HOSTS);

    private static final FaultPlan NOTHING = new FaultPlan(List.of());

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    @Test
    void everyPromiseHoldsAndABrokenBuildIsNoticed() throws Exception {
        FaultSettings settings = new FaultSettings(
                SEED,
                PLACEMENTS,
                100,
                Set.of(Kind.CONNECTIONS, Kind.RESTART),
                Set.of(),
                1_500,
                3,
                16,
                240,
                true,
                Path.of("unused"),
                Path.of("..", "rules").toAbsolutePath().normalize(),
                folder,
                folder.resolve("binaries"),
                600,
                null);
        FaultPlan plan = FaultPlan.of(SEED, settings.kinds(), 5_000, settings.everyMillis(), 3, 16, 10_000);
        assertThat(plan.steps()).extracting(FaultPlan.Step::kind).contains(Kind.CONNECTIONS, Kind.RESTART);

        try (FaultRun run = FaultRun.start(settings, told::add)) {
            for (Mutation mutation : Mutation.values()) {
                run.tryOut(mutation);
            }
            run.use(plan, PLACEMENTS);
            run.lookAtHosts();
            everyPromiseHolds(run.check(), plan);

            run.breakFunctions(Set.of(Mutation.SLOW));
            run.use(NOTHING, SOME);
            assertThat(run.check().findings().violations()).noneMatch(violation -> WANTED.contains(violation.kind()));

            run.breakFunctions(Set.of(Mutation.NO_GATE, Mutation.ANY_LEASES_KNOWN));
            Set<Violation.Kind> found = EnumSet.noneOf(Violation.Kind.class);
            for (int round = 0; round < ROUNDS && !found.containsAll(WANTED); round++) {
                run.use(NOTHING, SOME);
                run.check().findings().violations().forEach(violation -> found.add(violation.kind()));
            }
            assertThat(found).containsAll(WANTED);
        }
    }

    private void everyPromiseHolds(FaultRun.Result result, FaultPlan plan) {
        assertThat(result.findings().violations()).isEmpty();
        assertThat(result.findings().counts().telling()).isPositive();
        assertThat(result.history().placements())
                .filteredOn(placement -> placement.answer() instanceof Placed)
                .hasSizeGreaterThan(PLACEMENTS / 2);
        assertThat(told).hasSizeGreaterThan(plan.steps().size());
    }
}
