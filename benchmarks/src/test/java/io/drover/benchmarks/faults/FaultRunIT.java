package io.drover.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.benchmarks.faults.FaultPlan.Kind;
import io.drover.benchmarks.history.Placement.Placed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run of what {@code benchmarks/run Faults} does for long. */
class FaultRunIT {

    private static final long SEED = 2;
    private static final int PLACEMENTS = 500;

    @TempDir
    Path folder;

    @Test
    void everyPromiseHoldsWhileConnectionsEndAndPostgresqlCrashes() throws Exception {
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
                null);
        FaultPlan plan = FaultPlan.of(SEED, settings.kinds(), 5_000, settings.everyMillis(), 3, 16, 10_000);
        assertThat(plan.steps()).extracting(FaultPlan.Step::kind).contains(Kind.CONNECTIONS, Kind.RESTART);

        List<String> told = new ArrayList<>();
        try (FaultRun run = FaultRun.start(settings, plan, told::add)) {
            FaultRun.Result result = run.run();
            assertThat(result.violations()).isEmpty();
            assertThat(result.history().placements())
                    .filteredOn(placement -> placement.answer() instanceof Placed)
                    .hasSizeGreaterThan(PLACEMENTS / 2);
        }
        assertThat(told).hasSizeGreaterThan(plan.steps().size());
    }
}
