package io.drover.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MutationTest {

    private static final String GATE = "PERFORM pg_advisory_xact_lock_shared(control_gate());";

    @Test
    void itEditsTheOnePlace() {
        assertThat(Mutation.NO_GATE.applied("BEGIN\n  " + GATE + "\nEND")).isEqualTo("BEGIN\n  \nEND");
    }

    @Test
    void aTextThatWasChangedIsNotEditedSilently() {
        assertThatThrownBy(() -> Mutation.NO_GATE.applied("BEGIN END"))
                .hasMessageContaining("no-gate")
                .hasMessageContaining("lock_persons")
                .hasMessageContaining("0 times");
        assertThatThrownBy(() -> Mutation.NO_GATE.applied(GATE + GATE)).hasMessageContaining("2 times");
    }
}
