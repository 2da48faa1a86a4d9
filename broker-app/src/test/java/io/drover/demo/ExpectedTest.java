package io.drover.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedTest {

    private static final Outcome PLACED = new Outcome(200, "rds-01", Outcome.NEW, Map.of(), Map.of(), "d1");
    private static final Outcome REFUSED =
            new Outcome(503, "", "no_eligible_host", Map.of("agent-offline", 2), Map.of(), "d2");

    @Test
    void theRightHostForTheWrongReasonIsWrong() {
        assertThat(new Expected.Host("rds-01", Outcome.NEW).flaws(PLACED)).isEmpty();
        assertThat(new Expected.Host("rds-01", Outcome.LEASE).flaws(PLACED))
                .containsExactly("must be sent to rds-01 (existing-lease), was sent to rds-01 (load-balance)");
        assertThat(new Expected.Host("rds-02", Outcome.NEW).flaws(PLACED)).hasSize(1);
        assertThat(new Expected.Host("rds-01", Outcome.NEW).flaws(REFUSED))
                .containsExactly("must be sent to rds-01 (load-balance),"
                        + " was refused with 503 no_eligible_host {agent-offline=2}");
    }

    @Test
    void aRefusalCountsItsReasons() {
        assertThat(new Expected.Refusal(503, "no_eligible_host", Map.of("agent-offline", 2)).flaws(REFUSED))
                .isEmpty();
        assertThat(new Expected.Refusal(503, "no_eligible_host", Map.of()).flaws(REFUSED))
                .hasSize(1);
        assertThat(new Expected.Refusal(404, "no_eligible_host", Map.of("agent-offline", 2)).flaws(REFUSED))
                .hasSize(1);
        assertThat(new Expected.Refusal(503, "no_eligible_host", Map.of()).flaws(PLACED))
                .hasSize(1);
    }

    @Test
    void anyOfSeveralHostsIsRight() {
        assertThat(new Expected.AnyOf(List.of("rds-01", "rds-02")).flaws(PLACED))
                .isEmpty();
        assertThat(new Expected.AnyOf(List.of("rds-02")).flaws(PLACED)).hasSize(1);
    }

    @Test
    void theFormOfTokensIsRead() {
        Answer answer = new Answer(
                "POST tokens",
                200,
                MissingNode.getInstance(),
                "SESSIONGUARD_HOST=rds-05&SESSIONGUARD_REASON=load-balance&SESSIONGUARD_REMOTE_APP=%7C%7Capp");

        Outcome outcome = Outcome.ofTokens(answer);

        assertThat(outcome.hostname()).isEqualTo("rds-05");
        assertThat(outcome.reason()).isEqualTo("load-balance");
        assertThat(outcome.tokens()).containsEntry("SESSIONGUARD_REMOTE_APP", "||app");
    }
}
