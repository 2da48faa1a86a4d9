package io.drover.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.fleet.ProbeState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes of real sockets. */
class RdpProbeIT {

    private static final String LOCAL = "127.0.0.1";
    private static final Duration SOON = Duration.ofMillis(300);

    private final RdpProbe probe = new RdpProbe(Duration.ofSeconds(5));
    private final RdpProbe impatient = new RdpProbe(SOON);

    @ParameterizedTest
    @CsvSource({
        "a later message of RDP,         0300000c02f0800000000000, false",
        "negotiated,                    030000130ed000001234000200080001000000, true",
        "other security is wanted,      030000130ed000001234000300080005000000, true",
        "an old server,                 0300000b06d00000123400, true",
        "a request sent back,           030000130ee000000000000100080003000000, false",
        "a length that is not its own,  030000130dd000001234000200080001000000, false",
        "a negotiation of another kind, 030000130ed000001234000900080001000000, false",
        "another version,               020000130ed000001234000200080001000000, false",
        "too long,                      03007fff0ed000001234000200080001000000, false",
        "a web server,                  485454502f312e3120343030204261642052, false",
        "ssh,                           5353482d322e302d4f70656e5353485f392e, false",
    })
    void onlyAConnectionConfirmIsAnAnswer(String name, String bytes, boolean answers) throws IOException {
        try (Responder server = Responder.saying(HexFormat.of().parseHex(bytes))) {
            ProbeState found = probe.at(LOCAL, server.port());

            assertThat(found).as(name).isEqualTo(answers ? ProbeState.ANSWERS : ProbeState.NOT_RDP);
        }
    }

    @Test
    void theServerIsAskedAsAClientWouldAsk() throws Exception {
        try (Responder server = Responder.saying(HexFormat.of().parseHex("0300000b06d00000123400"))) {
            probe.at(LOCAL, server.port());

            assertThat(HexFormat.of().formatHex(server.heard())).isEqualTo("030000130ee000000000000100080003000000");
        }
    }

    @Test
    void aHostThatTakesTheConnectionAndSaysNothingIsSilent() throws IOException {
        try (Responder server = Responder.saying(new byte[0])) {
            long before = System.nanoTime();

            assertThat(impatient.at(LOCAL, server.port())).isEqualTo(ProbeState.SILENT);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(SOON);
        }
    }

    @Test
    void aHostWhoseQueueTakesTheConnectionButNoProgramDoesIsSilent() throws IOException {
        try (ServerSocket hung = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThat(impatient.at(LOCAL, hung.getLocalPort())).isEqualTo(ProbeState.SILENT);
        }
    }

    @Test
    void aHostThatTricklesDoesNotHoldTheProbeUp() throws IOException {
        byte[] answer = HexFormat.of().parseHex("030000130ed000001234000200080001000000");
        try (Responder server = Responder.trickling(answer, Duration.ofMillis(100))) {
            long before = System.nanoTime();

            assertThat(impatient.at(LOCAL, server.port())).isEqualTo(ProbeState.SILENT);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON.multipliedBy(4));
        }
    }

    @Test
    void aHostThatHangsUpIsSilent() throws IOException {
        try (Responder server = Responder.hangingUp()) {
            assertThat(probe.at(LOCAL, server.port())).isEqualTo(ProbeState.SILENT);
        }
    }

    @Test
    void aClosedPortIsRefused() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }

        assertThat(probe.at(LOCAL, port)).isEqualTo(ProbeState.REFUSED);
    }

    @Test
    void aNameThatNobodyKnowsIsUnreachable() {
        assertThat(probe.at("no-such-host.invalid", 3389)).isEqualTo(ProbeState.UNREACHABLE);
    }
}
