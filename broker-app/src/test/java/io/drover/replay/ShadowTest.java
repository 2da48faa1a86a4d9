package io.drover.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.fleet.Attempt;
import io.drover.fleet.AttemptBuilder;
import io.drover.fleet.FleetView;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.placement.PlacementConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShadowTest {

    @Test
    void whatWaitsWhenItIsToldTheFleetAnewIsDroppedAndCounted() {
        FleetView fleet =
                new FleetView(PlacementConfig.defaults().settings(), Domains.withoutAliases(), () -> Instant.EPOCH);
        Shadow shadow = new Shadow(
                Path.of("candidate"),
                fleet,
                revision -> Optional.empty(),
                Domains.withoutAliases(),
                () -> Instant.EPOCH);
        shadow.begun(List.of());
        shadow.told(engine -> {});
        shadow.decided(attempt("alice"));
        shadow.decided(attempt("bob"));

        assertThat(shadow.answer().dropped()).isZero();
        shadow.begun(List.of());

        assertThat(shadow.answer().dropped()).isEqualTo(2);
    }

    private static Attempt attempt(String user) {
        return AttemptBuilder.attempt(new UserName(user, "")).build();
    }
}
