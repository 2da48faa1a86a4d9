package io.drover.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.fleet.Agent;
import io.drover.fleet.AgentBuilder;
import io.drover.fleet.FleetSnapshot;
import io.drover.fleet.FleetView;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.ProbeState;
import io.drover.fleet.Probed;
import io.drover.identity.Domains;
import io.drover.placement.PlacementConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The prober with a fleet and real sockets. */
class ProberIT {

    private static final String LOCAL = "127.0.0.1";
    private static final byte[] CONFIRM = HexFormat.of().parseHex("030000130ed000001234000200080001000000");
    private static final ProbeConfig OFTEN = new ProbeConfig(true, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 4);

    private final FleetView view =
            new FleetView(PlacementConfig.defaults().settings(), new Domains(Map.of()), InstantSource.system());
    private final LinkedBlockingQueue<String> ended = new LinkedBlockingQueue<>();

    @Test
    void hostsThatReportAreProbedAndTheFleetIsTold() throws Exception {
        try (Responder well = Responder.saying(CONFIRM);
                Responder silent = Responder.saying(new byte[0])) {
            int nobody = closedPort();
            fleet(
                    agent("well", well.port(), false),
                    agent("silent", silent.port(), false),
                    agent("refused", nobody, false),
                    agent("quarantined", well.port(), true),
                    agent("away", well.port(), false));
            Set.of("well", "silent", "refused", "quarantined").forEach(this::heartbeat);

            Prober prober = probing(OFTEN, new RdpProbe(OFTEN.timeout()));
            awaitProbed(Set.of(well.port(), silent.port(), nobody));
            prober.stop();

            Map<String, Integer> states = new TreeMap<>(view.census().probed());
            states.values().removeIf(number -> number == 0);
            assertThat(states).isEqualTo(Map.of("answers", 1, "silent", 1, "refused", 1, "unknown", 1));
            assertThat(view.probed("well").map(Probed::state)).hasValue(ProbeState.ANSWERS);
            assertThat(view.probed("quarantined")).isEmpty();
            assertThat(view.probed("away")).isEmpty();
            assertThat(prober.counts().byFinding().get(ProbeState.SILENT)).isPositive();
        }
    }

    @Test
    void noMoreProbesThanAllowedAreUnderWayAtOnce() throws Exception {
        Set<Integer> together = ConcurrentHashMap.newKeySet();
        Set<Integer> now = ConcurrentHashMap.newKeySet();
        LinkedBlockingQueue<Integer> begun = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Boolean> goOn = new LinkedBlockingQueue<>();
        fleet(java.util.stream.IntStream.rangeClosed(1, 6)
                .mapToObj(i -> agent("h" + i, i, false))
                .toArray(Agent[]::new));
        java.util.stream.IntStream.rangeClosed(1, 6).forEach(i -> heartbeat("h" + i));
        ProbeConfig two = new ProbeConfig(true, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 2);
        Prober prober = probing(two, (host, port) -> {
            now.add(port);
            together.add(now.size());
            begun.add(port);
            try {
                goOn.poll(5, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            now.remove(port);
            return ProbeState.ANSWERS;
        });

        for (int i = 0; i < 8; i++) {
            assertThat(begun.poll(10, TimeUnit.SECONDS)).isNotNull();
            if (i > 0) {
                goOn.add(true);
            }
        }
        prober.stop();

        assertThat(together).containsExactlyInAnyOrder(1, 2);
    }

    /** Who looks four times a second begins no more than four times a second as many as may be under way. */
    @Test
    void hostsThatWaitForTheirTurnDoNotWaitForTheNextLook() throws Exception {
        int hosts = 60;
        fleet(java.util.stream.IntStream.rangeClosed(1, hosts)
                .mapToObj(i -> agent("h" + i, i, false))
                .toArray(Agent[]::new));
        java.util.stream.IntStream.rangeClosed(1, hosts).forEach(i -> heartbeat("h" + i));
        ProbeConfig one = new ProbeConfig(true, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 1);
        long began = System.nanoTime();

        Prober prober = probing(one, (host, port) -> ProbeState.ANSWERS);
        for (int i = 0; i < hosts; i++) {
            assertThat(ended.poll(10, TimeUnit.SECONDS)).isNotNull();
        }
        prober.stop();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(hosts * 250L / 2));
    }

    @Test
    void nothingIsProbedWhenProbesAreOff() throws Exception {
        fleet(agent("h1", 1, false));
        heartbeat("h1");
        LinkedBlockingQueue<Integer> begun = new LinkedBlockingQueue<>();
        ProbeConfig off = new ProbeConfig(false, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 2);

        Prober prober = probing(off, (host, port) -> {
            begun.add(port);
            return ProbeState.ANSWERS;
        });

        assertThat(begun.poll(1500, TimeUnit.MILLISECONDS)).isNull();
        prober.stop();
    }

    private static int closedPort() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return closed.getLocalPort();
        }
    }

    private Prober probing(ProbeConfig config, Probe probe) {
        Prober prober = new Prober(
                config,
                (host, port) -> {
                    ProbeState found = probe.at(host, port);
                    ended.add(String.valueOf(port));
                    return found;
                },
                view,
                InstantSource.system());
        prober.start();
        return prober;
    }

    /** Each was probed twice, so what the first probe found was told. */
    private void awaitProbed(Set<Integer> ports) throws InterruptedException {
        Map<String, Integer> seen = new TreeMap<>();
        while (ports.stream().anyMatch(port -> seen.getOrDefault(String.valueOf(port), 0) < 2)) {
            String port = ended.poll(10, TimeUnit.SECONDS);
            assertThat(port).isNotNull();
            seen.merge(String.valueOf(port), 1, Integer::sum);
        }
    }

    private void fleet(Agent... agents) {
        view.reload(
                new FleetSnapshot(List.of(agents), List.of(), List.of(), List.of(), List.of(), List.of()),
                view.known());
    }

    private void heartbeat(String id) {
        view.put(new Heartbeat(id, null, null, Instant.now(), 90, 1.0, 1.0, true, null, List.of(), List.of(), null));
    }

    private static Agent agent(String id, int port, boolean quarantined) {
        return AgentBuilder.agent(id).at(LOCAL, port).quarantined(quarantined).build();
    }
}
