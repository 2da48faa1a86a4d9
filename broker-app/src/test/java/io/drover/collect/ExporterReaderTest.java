package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.collect.ExporterReading.Memory;
import io.drover.collect.ExporterReading.Row;
import io.drover.collect.exposition.ExpositionException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExporterReaderTest {

    private static final Instant DATE = Instant.ofEpochSecond(1_700_003_600);

    private static ExporterReading read(Object text) throws ExpositionException {
        return ExporterReader.read(text.toString(), DATE);
    }

    @Test
    void readsAllThatIsNeeded() throws ExpositionException {
        ExporterReading reading = read(new ExporterText().session(3, "RDP-Tcp 4", "CORP\\alice", "active"));

        assertThat(reading.version()).isEqualTo("0.31.3");
        assertThat(reading.failed()).isEmpty();
        assertThat(reading.hostname()).isEqualTo("rds-01.corp.example");
        assertThat(reading.os()).isEqualTo("Microsoft Windows Server 2022 Standard");
        assertThat(reading.osVersion()).isEqualTo("10.0.20348");
        assertThat(reading.memory()).contains(new Memory(16_000_000_000L, 12_000_000_000L));
        assertThat(reading.uptime()).isEqualTo(Duration.ofMillis(3_599_750));
        assertThat(reading.cpu().orElseThrow().cores()).hasSize(2).containsEntry("0,1", new CpuTimes.Core(1000, 100));
        assertThat(reading.sessions().orElseThrow())
                .contains(new Row(3L, "RDP-Tcp 4", "CORP\\alice", "", "active"))
                .hasSize(4);
    }

    @Test
    void whatACollectorLeftBehindWhenItFailedIsNotUsed() throws ExpositionException {
        ExporterReading reading = read(new ExporterText().failing("terminal_services", "memory", "system"));

        assertThat(reading.failed()).containsExactly("memory", "system", "terminal_services");
        assertThat(reading.sessions()).isEmpty();
        assertThat(reading.memory()).isEmpty();
        assertThat(reading.uptime()).isNull();
        assertThat(reading.cpu()).isPresent();
    }

    @Test
    void aCollectorThatRanOutOfTimeFailed() throws ExpositionException {
        String text = new ExporterText()
                .toString()
                .replace("collector_timeout{collector=\"cpu\"} 0", "collector_timeout{collector=\"cpu\"} 1");

        assertThat(read(text).failed()).containsExactly("cpu");
    }

    @Test
    void anAnswerWithoutAnythingOfWindowsHasNothing() throws ExpositionException {
        ExporterReading reading = read("node_load1 0.5\n");

        assertThat(reading.failed()).containsExactly("cpu", "memory", "os", "system", "terminal_services");
        assertThat(reading.version()).isEmpty();
        assertThat(reading.hostname()).isNull();
        assertThat(reading.now()).isEqualTo(DATE);
    }

    @Test
    void olderExportersHaveOtherNames() throws ExpositionException {
        String text = """
                windows_exporter_build_info{version="0.27.2"} 1
                windows_exporter_collector_success{collector="memory"} 1
                windows_exporter_collector_success{collector="os"} 1
                windows_exporter_collector_success{collector="system"} 1
                windows_exporter_collector_success{collector="terminal_services"} 1
                windows_cs_hostname{domain="corp.example",fqdn="old.corp.example",hostname="old"} 1
                windows_cs_physical_memory_bytes 8e+09
                windows_memory_available_bytes 2e+09
                windows_os_time 1.7000072e+09
                windows_system_system_up_time 1.7000036e+09
                windows_terminal_services_session_info{host="",session_name="",state="disconnected",user="CORP\\\\bob"} 1
                """;

        ExporterReading reading = read(text);

        assertThat(reading.failed()).containsExactly("cpu");
        assertThat(reading.hostname()).isEqualTo("old.corp.example");
        assertThat(reading.memory()).contains(new Memory(8_000_000_000L, 2_000_000_000L));
        assertThat(reading.uptime()).isEqualTo(Duration.ofHours(1));
        assertThat(reading.sessions().orElseThrow())
                .containsExactly(new Row(null, "", "CORP\\bob", "", "disconnected"));
    }

    @Test
    void anExporterThatOnlyCountsSessionsShowsNone() throws ExpositionException {
        String text = """
                windows_exporter_collector_success{collector="terminal_services"} 1
                windows_terminal_services_local_session_count{session="active"} 4
                """;

        assertThat(read(text).sessions()).isEmpty();
        assertThat(read(text).failed()).contains("terminal_services");
    }

    @Test
    void aSeriesThatComesTwiceIsTold() throws ExpositionException {
        ExporterReading reading = read(new ExporterText()
                .session(3, "RDP-Tcp 4", "CORP\\alice", "active")
                .lastSessionTwice());

        assertThat(reading.sessions().orElseThrow()).hasSize(4);
        assertThat(reading.duplicates()).containsExactly("windows_terminal_services_session_info");
    }
}
