package io.drover.lease;

import static io.drover.lease.LeaseRequests.agent;
import static io.drover.lease.LeaseRequests.alice;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.drover.lease.LeaseRequest.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaseRequestTest {

    @Test
    void theChosenHostIsAmongTheChecks() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeaseRequest(
                        "alice",
                        "",
                        "",
                        "",
                        "rds-1",
                        Set.of(),
                        false,
                        Kind.GRANT,
                        Duration.ofMinutes(1),
                        List.of(agent("rds-2", 1))))
                .withMessageContaining("rds-1");
    }

    @Test
    void aLeaseIsSomebodys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaseRequests.of("").to("rds-1"));
    }

    @Test
    void aLeaseHoldsForATime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> alice().ttl(Duration.ofNanos(999_999)).to("rds-1"));
    }

    @Test
    void aShortNameClaimsNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> alice().claiming().to("rds-1"));
    }

    @Test
    void whatIsNotWrittenClaimsNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        alice().domain("corp").kind(Kind.CONFIRM).claiming().to("rds-1"));
    }
}
