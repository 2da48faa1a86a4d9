package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.drover.RunningBroker.Machine;
import io.drover.http.HttpCalls.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Prometheus is told, and that the page, the alerts and the dashboard speak of that and of nothing else. */
class MetricsIT {

    private static final Pattern OWN = Pattern.compile("\\bdrover_[a-z_]+");
    private static final Pattern ANY = Pattern.compile("\\b(?:drover|jvm|io_dropwizard)_[A-Za-z0-9_]+");

    /** What Prometheus itself says of the brokers that it is to ask. */
    private static final String TARGET_IS_UP = "up{job=\"drover\"}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static String scraped;

    /** One host that is ready, one in drain, one that never reported; three users placed, one refused. */
    @BeforeAll
    static void start() throws Exception {
        broker = RunningBroker.startIn(folder);
        beat(broker.enrol("rds-01"));
        Machine drained = broker.enrol("rds-02");
        beat(drained);
        broker.send("PATCH", "/api/v1/agents/" + drained.id() + "/control", broker.adminKey(), "{\"mode\": \"drain\"}");
        broker.enrol("rds-03");
        List.of("alice", "bob", "alice").forEach(user -> place(user, ""));
        place("carol", ", \"farm_id\": \"nowhere\"");
        scraped = scrape();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/prometheus",
                "/metrics",
                "/healthcheck",
                "/ping",
                "/threads",
                "/pprof",
                "/tasks/gc",
                "/tasks/log-level",
                "/tasks/reload-ssl"
            })
    void whatTheAdminConnectorTellsIsNowhereElse(String path) throws Exception {
        assertThat(broker.get(path, broker.adminKey()).status()).isEqualTo(404);
        assertThat(broker.send("POST", path, broker.adminKey(), "").status()).isIn(404, 405);
    }

    @Test
    void placementsAreCountedByOutcomeAndReason() {
        assertThat(scraped.lines())
                .contains(
                        "drover_placements_total{outcome=\"placed\",reason=\"load-balance\"} 2.0",
                        "drover_placements_total{outcome=\"placed\",reason=\"existing-lease\"} 1.0",
                        "drover_placements_total{outcome=\"refused\",reason=\"farm_unavailable\"} 1.0",
                        "drover_placement_seconds_count 4",
                        "drover_decision_seconds_count 4",
                        "drover_commit_seconds_count 3");
    }

    @Test
    void theFleetIsCounted() {
        assertThat(scraped.lines())
                .contains(
                        "drover_agents{state=\"online\"} 1.0",
                        "drover_agents{state=\"drain\"} 1.0",
                        "drover_agents{state=\"offline\"} 1.0",
                        "drover_agents{state=\"maintenance\"} 0.0",
                        "drover_agents{state=\"quarantined\"} 0.0",
                        "drover_sessions{state=\"active\"} 2.0",
                        "drover_placements_under_way 2.0",
                        "drover_leases 2.0");
    }

    /** Those are told in the background. */
    @Test
    void whatOtherInstancesAreToldIsCounted() {
        await().until(() -> scrape().lines()
                .anyMatch(line -> line.startsWith("drover_notifications_total ") && !line.endsWith(" 0.0")));

        assertThat(scraped.lines())
                .contains("drover_notification_failures_total 0.0", "drover_heartbeats_dropped_total 0.0");
    }

    @Test
    void namesOfUsersAndHostsAreNotTold() {
        assertThat(scraped).doesNotContain("alice", "bob", "rds-0");
    }

    @Test
    void thePageNamesEveryMetricOfOurs() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/metrics.md"));
        Set<String> told = Pattern.compile("(?m)^# TYPE (drover_[a-z_]+)")
                .matcher(scraped)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> rows = Pattern.compile("(?m)^\\| `(drover_[a-z_]+)")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(rows).isEqualTo(told);
    }

    @Test
    void theAlertsAreRulesOverMetricsThatExist() throws IOException {
        JsonNode file = new ObjectMapper(new YAMLFactory())
                .readTree(Path.of("../docs/monitoring/alerts.yml").toFile());
        List<JsonNode> rules = new ArrayList<>();
        file.path("groups").forEach(group -> group.path("rules").forEach(rules::add));
        List<String> runbook = Files.readAllLines(Path.of("../docs/howto/runbook.md"));

        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.path("alert").asText()).matches("[A-Z][A-Za-z]+");
            assertThat(rule.path("for").asText()).matches("[0-9]+[smh]");
            assertThat(rule.path("labels").path("severity").asText()).isIn("warning", "critical");
            assertThat(rule.path("annotations").path("summary").asText()).isNotBlank();
            String name = rule.path("alert").asText();
            assertThat(runbook).contains("### " + name);
            assertThat(rule.path("annotations").path("runbook_url").asText())
                    .endsWith("docs/howto/runbook.md#" + name.toLowerCase(Locale.ROOT));
            assertThatItSpeaksOfMetrics(rule.path("expr").asText());
        });
    }

    @Test
    void theDashboardShowsMetricsThatExist() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(Path.of("../docs/monitoring/dashboard.json").toFile());
        List<String> expressions = dashboard.findValuesAsText("expr");

        assertThat(expressions).isNotEmpty().allSatisfy(MetricsIT::assertThatItSpeaksOfMetrics);
    }

    private static void assertThatItSpeaksOfMetrics(String expression) {
        assertThat(expression.chars().filter(c -> c == '(').count())
                .isEqualTo(expression.chars().filter(c -> c == ')').count());
        if (expression.contains(TARGET_IS_UP)) {
            return;
        }
        List<String> names =
                ANY.matcher(expression).results().map(MatchResult::group).toList();
        assertThat(names)
                .as(expression)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(scraped).containsPattern("(?m)^" + name + "[ {]"));
        assertThat(OWN.matcher(expression).results().count()
                        + Pattern.compile("jvm_").matcher(expression).results().count())
                .isPositive();
    }

    private static void beat(Machine machine) {
        Answer answer = broker.beat(
                machine,
                "{\"protocol_version\": 4, \"health\": {\"score\": 95}, \"server\": {\"cpu_percent\": 10}, "
                        + "\"sessions\": [{\"id\": 2, \"state\": \"Active\", \"user\": \"dora\"}]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static void place(String user, String more) {
        broker.post("/api/v1/broker/resolve", broker.brokerKey(), "{\"username\": \"" + user + "\"" + more + "}");
    }

    private static String scrape() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + broker.adminPort() + "/prometheus"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
