package io.drover.desired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.fleet.AgentBuilder;
import io.drover.fleet.DesiredState;
import io.drover.fleet.FleetSnapshot;
import io.drover.fleet.FleetView;
import io.drover.fleet.HeartbeatParser;
import io.drover.fleet.HeartbeatReport;
import io.drover.identity.Domains;
import io.drover.lease.StorageUnavailableException;
import io.drover.policy.SampleSettings;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.junit.jupiter.api.Test;

/** What an agent is told while the broker begins. No policies are set, so no database is asked. */
class EffectivePoliciesTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private final FleetView view = new FleetView(SampleSettings.PLACEMENT, Domains.withoutAliases(), () -> START);
    private final AgentPolicyDao dao =
            Jdbi.create("jdbc:none").installPlugin(new SqlObjectPlugin()).onDemand(AgentPolicyDao.class);
    private final EffectivePolicies desired = new EffectivePolicies(view, new PolicyBook(dao), "");

    private static HeartbeatReport report() throws JsonProcessingException {
        HeartbeatParser.Parsed parsed =
                HeartbeatParser.parse("a1", new JsonMapper().readTree("{\"protocol_version\": 4}"), START);
        return ((HeartbeatParser.Read) parsed).report();
    }

    @Test
    void nothingIsTakenAwayBeforeTheFleetWasRead() throws Exception {
        HeartbeatReport report = report();
        assertThatThrownBy(() -> desired.of(report)).isInstanceOf(StorageUnavailableException.class);
    }

    @Test
    void anAgentThatIsNotKnownThoughTheFleetWasReadIsNewAndHasNothing() throws Exception {
        view.reload(FleetSnapshot.EMPTY, view.known());
        assertThat(desired.of(report())).isEqualTo(DesiredState.NOTHING);
        view.put(AgentBuilder.agent("a1").build());
        assertThat(desired.of(report()).remoteApps()).isEqualTo(List.of());
    }
}
