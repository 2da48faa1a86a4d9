package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.control.Violations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlChangeTest {

    private static final Instant LATER = Instant.parse("2999-01-01T00:00:00Z");
    private static final AgentControl DRAINING = new AgentControl(
            "a1",
            AgentMode.DRAIN,
            true,
            Map.of("role", "office"),
            List.of("office"),
            null,
            "10.0.0.7",
            3390,
            200,
            30,
            4,
            true,
            true,
            "patches",
            "operator:bob",
            LATER,
            7);

    @Test
    void anEmptyPatchChangesNothing() {
        assertThat(read("{}").appliedTo(DRAINING, "alice")).isEqualTo(DRAINING);
    }

    @Test
    void onlineEndsWhatStoodBehindTheDrain() {
        AgentControl next = read("{\"mode\": \"online\"}").appliedTo(DRAINING, "alice");

        assertThat(next.mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(next.quarantined()).isFalse();
        assertThat(next.reason()).isNull();
        assertThat(next.owner()).isNull();
        assertThat(next.until()).isNull();
        assertThat(next.restartWhenDrained()).isFalse();
        assertThat(next.onlineAfterRestart()).isFalse();
    }

    @Test
    void aRestartForTheNextDrainCanBeWishedForWhileOnline() {
        AgentControl next =
                read("{\"mode\": \"online\", \"restart_when_drained\": true}").appliedTo(DRAINING, "alice");

        assertThat(next.restartWhenDrained()).isTrue();
        assertThat(read("{\"mode\": \"drain\"}").appliedTo(next, "alice").restartWhenDrained())
                .isTrue();
    }

    @Test
    void anotherModeHasItsOwnOwnerReasonAndEnd() {
        AgentControl next = read("{\"mode\": \"maintenance\"}").appliedTo(DRAINING, "alice");

        assertThat(next.quarantined()).isTrue();
        assertThat(next.owner()).isEqualTo("alice");
        assertThat(next.reason()).isNull();
        assertThat(next.until()).isNull();
    }

    @Test
    void theSameModeAgainKeepsThem() {
        AgentControl next =
                read("{\"mode\": \"drain\", \"reason\": \"more patches\"}").appliedTo(DRAINING, "alice");

        assertThat(next.owner()).isEqualTo("operator:bob");
        assertThat(next.reason()).isEqualTo("more patches");
        assertThat(next.until()).isEqualTo(LATER);
    }

    @Test
    void nullClears() {
        AgentControl next = read("""
                {"tags": null, "farm_ids": null, "address": null, "port": null, "weight": null, "max_sessions": null,
                 "reason": null, "until": null, "restart_when_drained": null}
                """).appliedTo(DRAINING, "alice");

        assertThat(next.tags()).isEmpty();
        assertThat(next.farmIds()).isEmpty();
        assertThat(next.address()).isNull();
        assertThat(next.port()).isNull();
        assertThat(next.weight()).isEqualTo(100);
        assertThat(next.maxSessions()).isNull();
        assertThat(next.reason()).isNull();
        assertThat(next.until()).isNull();
        assertThat(next.restartWhenDrained()).isFalse();
        assertThat(next.maxConcurrentLogons()).isEqualTo(4);
    }

    @Test
    void wrongTypesAndUnknownFieldsAreRefused() {
        Violations violations = new Violations();

        ControlChange.read(Reports.json("""
                        {"mode": "asleep", "restart_when_drained": "yes", "tags": {"a": 1}, "farm_ids": "x",
                         "port": 3.5, "until": "tomorrow", "modes": 1, "policy": []}
                        """), violations);

        assertThat(violations.list())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "mode: must be online, drain or maintenance",
                        "restart_when_drained: must be true or false",
                        "tags: must be an object whose values are texts",
                        "farm_ids: must be a list of texts",
                        "port: must be a whole number of at most nine digits",
                        "until: must be a time like 2026-03-02T09:00:00Z, in the years 1970 to 9999",
                        "policy: must be an object",
                        "modes: is no field of this object");
    }

    private static ControlChange read(String json) {
        Violations violations = new Violations();
        ControlChange change = ControlChange.read(Reports.json(json), violations);
        assertThat(violations.list()).isEmpty();
        return change;
    }
}
