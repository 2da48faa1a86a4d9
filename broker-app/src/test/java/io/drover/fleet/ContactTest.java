package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.policy.SampleSettings;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which hosts are online for an instance that does not hear all the time. Hosts are offline after 30 s. */
class ContactTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private Instant now = START;
    private final FleetView view = new FleetView(SampleSettings.PLACEMENT, Domains.withoutAliases(), () -> now);

    private static Heartbeat heartbeat(String id, int second) {
        return new Heartbeat(
                id, null, null, START.plusSeconds(second), 90, 1.0, 1.0, true, null, List.of(), List.of(), null);
    }

    private void reported(String id, int second) {
        view.put(AgentBuilder.agent(id).build());
        view.put(heartbeat(id, second));
    }

    private void read() {
        Known known = view.known();
        List<Agent> agents = known.agents().keySet().stream()
                .map(id -> AgentBuilder.agent(id).build())
                .toList();
        view.reload(new FleetSnapshot(agents, List.of(), List.of(), List.of(), List.of(), List.of()), known);
    }

    private void at(int second) {
        now = START.plusSeconds(second);
    }

    private Stream<String> online() {
        return view.reporting().stream().map(Agent::id).sorted();
    }

    @Test
    void aHostThatNothingWasHeardOfWhileNothingCouldBeHeardIsOnline() {
        reported("a1", 0);
        view.lost(START.plusSeconds(5));
        at(300);
        assertThat(online()).containsExactly("a1");
        view.regained();
        at(300 + 24);
        assertThat(online()).containsExactly("a1");
        at(300 + 25);
        assertThat(online()).isEmpty();
    }

    @Test
    void aHostThatWasOfflineBeforeStaysOffline() {
        reported("a1", -20);
        reported("a2", 0);
        view.lost(START.plusSeconds(12));
        at(60);
        assertThat(online()).containsExactly("a2");
        view.regained();
        assertThat(online()).containsExactly("a2");
    }

    @Test
    void aLossThatIsNoticedLateMakesHostsOnlineAgain() {
        reported("a1", 0);
        at(31);
        assertThat(online()).isEmpty();
        view.lost(START.plusSeconds(29));
        assertThat(online()).containsExactly("a1");
    }

    /** A suspended machine, whose own clock stood too, or a database whose clock was set: no host can have spoken. */
    @Test
    void noHostIsOfflineForATimeThatTheClockLeapt() {
        DatabaseClock clock = new DatabaseClock(() -> now);
        FleetView leaping = new FleetView(SampleSettings.PLACEMENT, Domains.withoutAliases(), clock);
        clock.beforeLeaps(() -> leaping.lost(clock.instant().minusSeconds(3)));
        clock.observe(now, now, now);
        for (String id : List.of("a1", "a2")) {
            leaping.put(AgentBuilder.agent(id).build());
        }
        leaping.put(heartbeat("a1", 0));
        leaping.put(heartbeat("a2", -40));
        at(2);

        clock.observe(now, now.plusSeconds(60), now);

        assertThat(leaping.reporting()).extracting(Agent::id).containsExactly("a1");
        leaping.regained();
        assertThat(leaping.reporting()).extracting(Agent::id).containsExactly("a1");
        at(2 + 30);
        assertThat(leaping.reporting()).isEmpty();
    }

    @Test
    void whatIsHeardMeanwhileCounts() {
        reported("a1", -20);
        view.lost(START);
        at(60);
        reported("a1", 60);
        at(89);
        view.regained();
        at(118);
        assertThat(online()).containsExactly("a1");
        at(119);
        assertThat(online()).isEmpty();
    }

    @Test
    void anInstanceThatStartsTakesNoHostForSilentSinceTheNewestReport() {
        reported("a1", 0);
        reported("a2", -29);
        reported("a3", -30);
        at(200);
        view.begins();
        read();
        read();
        assertThat(online()).containsExactly("a1", "a2");
        at(204);
        view.regained();
        at(205);
        assertThat(online()).containsExactly("a1");
        at(204 + 30);
        assertThat(online()).isEmpty();
    }
}
