package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.HostileTexts;
import io.drover.collect.ExporterReading.Row;
import io.drover.collect.HostMemory.Known;
import io.drover.collect.HostMemory.Seen;
import io.drover.collect.exposition.ExpositionException;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatParser;
import io.drover.policy.fact.ScrapeView;
import io.drover.scenario.parse.StrictYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What exporters answer and the file that names them, almost right: it is taken, or is told to be wrong, in time. */
class HostileExportersIT {

    private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String HOSTS = """
            # What holds for all of them, unless a host says otherwise.
            defaults:
              interval: 10s
              timeout: 5s
              basic_auth: { user: drover, password_file: password }
            hosts:
              rdsh01.corp.example:
                url: https://rdsh01.corp.example:9182/metrics
                farm_ids: [office]
              rdsh02.corp.example:
                url: "http://10.0.1.12:9182/metrics?collect[]=cpu"
                address: 10.0.1.12
                port: 3390
                tags: { role: erp }
                interval: 5s
                bearer_file: token
              "fd00::7": {}
            """;

    @Test
    void exporters() {
        List<String> corpus = List.of(
                RealText.CURRENT.text(),
                RealText.OUTDATED.text(),
                new ExporterText()
                        .session(3, "RDP-Tcp 4", "CORP\\alice", "active")
                        .session(7, "", "CORP\\bob", "disconnected")
                        .toString());
        HostMemory memory = new HostMemory();

        HostileTexts.attack("exporters", corpus, text -> {
            try {
                report(memory, ExporterReader.read(text, NOW));
                return true;
            } catch (ExpositionException wrong) {
                assertThat(wrong.getMessage()).startsWith("line ");
                return false;
            }
        });
    }

    /** Whatever an exporter says, what becomes of it is a report that is accepted, and can be written down. */
    private static void report(HostMemory memory, ExporterReading reading) throws Exception {
        Known known = memory.after(reading, NOW);
        if (known.sessions().isEmpty()) {
            return;
        }
        Seen<List<Row>> sessions = known.sessions().get();
        HostReport report = new HostReport("rdsh01", reading, known, sessions, Duration.ofMillis(40), NOW);
        ObjectNode json = report.json();

        HeartbeatParser.Parsed parsed = HeartbeatParser.parse("a", json, NOW);

        assertThat(parsed).as("%s", json).isInstanceOf(HeartbeatParser.Read.class);
        HeartbeatParser.Read read = (HeartbeatParser.Read) parsed;
        Heartbeat heartbeat = read.report().heartbeat();
        ScrapeView scrape = report.scrape(heartbeat);
        assertPercent(scrape.cpuPercent(), json);
        assertPercent(scrape.memoryUsedPercent(), json);
        assertThat(heartbeat.sessions())
                .allSatisfy(session ->
                        assertThat(session.user().text() + session.state()).doesNotContain("\0"));
        String details = JSON.writeValueAsString(read.report().details());
        assertThat(details).doesNotContain("\\u0000", "NaN", "Infinity");
        assertThat(JSON.readTree(details)).isNotNull();
    }

    private static void assertPercent(@Nullable Double percent, ObjectNode json) {
        if (percent != null) {
            assertThat(percent).as("%s", json).isBetween(0.0, 100.0);
        }
    }

    @Test
    void filesOfHosts() {
        Path file = Path.of("hosts.yml");

        HostileTexts.attack("hosts.yml", List.of(HOSTS), text -> {
            StrictYaml.Reading<List<CollectedHost>> reading = new HostsParser(
                            file, path -> path.endsWith(file) ? text : "a-secret\n", Duration.ofSeconds(30))
                    .parse();
            if (reading instanceof StrictYaml.Bad<List<CollectedHost>> bad) {
                assertThat(bad.problems()).isNotEmpty();
            }
            return reading instanceof StrictYaml.Good<List<CollectedHost>>;
        });
    }
}
