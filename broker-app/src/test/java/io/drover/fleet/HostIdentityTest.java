package io.drover.fleet;

import static io.drover.fleet.HostIdentity.Difference.HARMLESS;
import static io.drover.fleet.HostIdentity.Difference.NONE;
import static io.drover.fleet.HostIdentity.Difference.REDIRECTING;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostIdentityTest {

    private static final HostIdentity KNOWN = new HostIdentity("rds-01", "10.0.0.7", 3389, "north");

    @Test
    void theFirstReportRedirectsNobody() {
        assertThat(HostIdentity.UNKNOWN.to(KNOWN, false)).isEqualTo(HARMLESS);
    }

    @Test
    void anotherNameAddressOrPortRedirectsUsers() {
        assertThat(KNOWN.to(new HostIdentity("rds-02", "10.0.0.7", 3389, "north"), true))
                .isEqualTo(REDIRECTING);
        assertThat(KNOWN.to(new HostIdentity("rds-01", "10.0.0.8", 3389, "north"), true))
                .isEqualTo(REDIRECTING);
        assertThat(KNOWN.to(new HostIdentity("rds-01", null, 3389, "north"), true))
                .isEqualTo(REDIRECTING);
        assertThat(KNOWN.to(new HostIdentity("rds-01", "10.0.0.7", 3390, "north"), true))
                .isEqualTo(REDIRECTING);
    }

    @Test
    void anAddressSaidForTheFirstTimeByAKnownHostRedirectsUsers() {
        assertThat(new HostIdentity("rds-01", null, null, null)
                        .to(new HostIdentity("rds-01", "6.6.6.6", null, null), true))
                .isEqualTo(REDIRECTING);
    }

    @Test
    void aNameSaidForTheFirstTimeExcusesNoOtherAddressOrPort() {
        HostIdentity nameless = new HostIdentity(null, "10.0.0.7", null, null);
        assertThat(nameless.to(new HostIdentity("x", "6.6.6.6", null, null), true))
                .isEqualTo(REDIRECTING);
        assertThat(nameless.to(new HostIdentity("x", "10.0.0.7", 3390, null), true))
                .isEqualTo(REDIRECTING);
        assertThat(nameless.to(new HostIdentity("x", "10.0.0.7", null, null), true))
                .isEqualTo(HARMLESS);
    }

    @Test
    void whoReportedWithoutAWordOnWhoItIsRedirectsUsersWithItsFirstAddress() {
        assertThat(HostIdentity.UNKNOWN.to(KNOWN, true)).isEqualTo(REDIRECTING);
        assertThat(HostIdentity.UNKNOWN.to(new HostIdentity("rds-01", null, null, null), true))
                .isEqualTo(HARMLESS);
    }

    @Test
    void caseAndSilenceAreNoOtherName() {
        assertThat(KNOWN.to(new HostIdentity("RDS-01", "10.0.0.7", 3389, "north"), true))
                .isEqualTo(NONE);
        assertThat(KNOWN.to(new HostIdentity(null, "10.0.0.7", 3389, "north"), true))
                .isEqualTo(NONE);
        assertThat(KNOWN.updatedBy(new HostIdentity(null, "10.0.0.7", 3389, "south"))
                        .hostname())
                .isEqualTo("rds-01");
    }

    @Test
    void anotherZoneRedirectsNobody() {
        assertThat(KNOWN.to(new HostIdentity("rds-01", "10.0.0.7", 3389, "south"), true))
                .isEqualTo(HARMLESS);
    }
}
