package io.drover.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.control.Violation;
import io.drover.control.Violations;
import io.drover.fleet.AgentMode;
import io.drover.scenario.Control;
import io.drover.scenario.Field;
import io.drover.scenario.Position;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnrolledHostTest {

    private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");

    private final Violations violations = new Violations();

    @Test
    void drainCannotHaveEndedAlready() {
        EnrolledHost.of("h1").with(drain(NOW), NOW, violations);
        assertThat(violations.list()).containsExactly(new Violation("until", "is past"));
    }

    @Test
    void hostIsOnlineAgainWithoutWhatStoodBehindTheDrain() {
        EnrolledHost drained = EnrolledHost.of("h1").with(drain(NOW.plusSeconds(1)), NOW, violations);
        assertThat(violations.list()).isEmpty();
        assertThat(drained.end()).isEqualTo(NOW.plusSeconds(1));
        assertThat(drained.online()).isEqualTo(EnrolledHost.of("h1"));
    }

    private static Control.Patch drain(Instant until) {
        return new Control.Patch(
                new Position("a.yml", 1, 1),
                "h1",
                Field.of(AgentMode.DRAIN),
                Field.of(true),
                Field.of(true),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.of("patches"),
                Field.absent(),
                Field.of(until));
    }
}
