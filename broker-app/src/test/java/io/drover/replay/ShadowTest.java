package io.drover.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.fleet.Attempt;
import io.drover.fleet.FleetView;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.placement.PlacementConfig;
import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.fact.CallView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        Question question = new Question(
                new UserName(user, ""),
                new CallView("", "", "", "", "", Set.of(), "", ""),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
        Decision decision = new Decision(
                "",
                "",
                new Decision.Refused("no_eligible_host", "", Map.of()),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                "0123456789ab",
                1,
                1,
                null,
                null,
                FleetMark.NONE);
        return new Attempt(
                question, decision, List.of(), List.of(), Set.of(), null, 0, false, null, List.of(), Instant.EPOCH);
    }
}
