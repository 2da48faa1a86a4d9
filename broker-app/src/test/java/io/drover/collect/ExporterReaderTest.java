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
    void readsARealExporter() throws ExpositionException {
        ExporterReading reading = read(RealText.CURRENT.text());

        assertThat(reading.version()).isEqualTo("0.31.3");
        assertThat(reading.failed()).isEmpty();
        assertThat(reading.hostname()).isEqualTo("RDSH07.corp.example");
        assertThat(reading.os()).isEqualTo("Windows Server 2022 Standard");
        assertThat(reading.memory()).contains(new Memory(137_438_953_472L, 94_489_280_512L));
        assertThat(reading.bootedAt()).isEqualTo(Instant.ofEpochMilli(1_758_691_187_402L));
        assertThat(reading.cpu().orElseThrow().cores())
                .hasSize(4)
                .containsEntry("0,0", new CpuTimes.Core(1_076_501.4144281, 25_042.34375 + 91_381.4126311));
        assertThat(reading.sessions().orElseThrow())
                .containsExactly(
                        new Row(1L, "Console", "", "", "connected"),
                        new Row(12L, "RDP-Tcp 4", "CORP\\alice", "", "active"),
                        new Row(31L, "RDP-Tcp 17", "CORP\\jörg.müller", "", "active"),
                        new Row(33L, "", "RDSH07\\Administrateur", "", "disconnected"),
                        new Row(40L, "", "", "", "down"),
                        new Row(41L, "", "", "", "down"),
                        new Row(65_536L, "RDP-Tcp", "", "", "listen"),
                        new Row(65_537L, "31C5CE94259D4006A9E4", "", "", "listen"),
                        new Row(9L, "", "CORP\\bob", "", "disconnected"));
    }

    @Test
    void readsARealExporterThatIsTooOld() throws ExpositionException {
        ExporterReading reading = read(RealText.OUTDATED.text());

        assertThat(reading.version()).isEqualTo("0.29.2");
        assertThat(reading.failed()).isEmpty();
        assertThat(reading.hostname()).isEqualTo("rdsh08.corp.example");
        assertThat(reading.os()).isEqualTo("Windows Server 2019 Datacenter");
        assertThat(reading.memory()).contains(new Memory(34_359_214_080L, 8_589_803_520L));
        assertThat(reading.uptime()).isEqualTo(Duration.ofSeconds(389_414));
        assertThat(reading.sessions().orElseThrow())
                .contains(
                        new Row(235L, "", "CORP\\carol", "", "disconnected"),
                        new Row(240L, "RDP-Tcp 4", "CORP\\dave", "", "active"))
                .hasSize(6);
    }

    @Test
    void aListOfSessionsIsWholeAlsoWhenTheirCountersAreMissing() throws ExpositionException {
        ExporterReading reading = read(new ExporterText()
                .session(3, "RDP-Tcp 4", "CORP\\alice", "active")
                .withoutCounters());

        assertThat(reading.sessions().orElseThrow()).hasSize(4);
        assertThat(reading.failed()).isEmpty();
    }

    @Test
    void aListOfSessionsThatRanOutOfTimeMayBeCutOff() throws ExpositionException {
        String text = new ExporterText()
                .toString()
                .replace(
                        "collector_timeout{collector=\"terminal_services\"} 0",
                        "collector_timeout{collector=\"terminal_services\"} 1");

        assertThat(read(text).sessions()).isEmpty();
        assertThat(read(text).failed()).containsExactly("terminal_services");
    }

    @Test
    void whatNobodyNeedsMayBeOfAnySize() throws ExpositionException {
        StringBuilder text = new StringBuilder(new ExporterText().toString());
        for (int process = 0; process < 60_000; process++) {
            text.append("windows_process_threads{process=\"app\",process_id=\"%d\"} 4\n".formatted(process));
        }
        text.append("windows_process_info{cmdline=\"%s\"} 1\n".formatted("x".repeat(30_000)));

        assertThat(read(text).failed()).isEmpty();
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
