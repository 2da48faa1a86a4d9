package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.replay.Capture;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What decided beside hosts and users is captured too: the broker's time of day, and that a host has just booted. */
class CaptureIT {

    private static final FarmView OFFICE = new FarmView("office", true, List.of(), Map.of(), "score", false, 60);
    private static final DecisionJson JSON = new DecisionJson();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static RuleSource source;
    private static CompiledRules rules;

    @BeforeAll
    static void compile() throws Exception {
        Map<String, String> files =
                new TreeMap<>(RuleSource.read(Path.of("../rules")).files());
        files.putAll(RuleSource.read(Path.of("../rules/examples/time-window")).files());
        source = new RuleSource(new TreeMap<>(files));
        rules = new RuleLoader(false).load(source);
    }

    @AfterAll
    static void close() {
        rules.close();
    }

    private static AgentView host(
            String id, int activeSessions, int underWay, boolean fresh, Map<String, String> tags) {
        return new AgentView(
                id,
                id,
                "",
                "online",
                false,
                true,
                90,
                10.0,
                30.0,
                activeSessions,
                0,
                0,
                underWay,
                null,
                null,
                100,
                true,
                "unknown",
                0,
                fresh,
                tags,
                List.of("office"),
                List.of());
    }

    private static int minuteOfWeek(Instant at, String zone) {
        ZonedDateTime local = at.atZone(ZoneId.of(zone));
        return ((local.getDayOfWeek().getValue() - 1) * 24 + local.getHour()) * 60 + local.getMinute();
    }

    /** A decision about alice, in a zone of the broker; the host that it must fall on. */
    private static Capture.Captured captured(String at, String zone, String expected, AgentView... hosts)
            throws Exception {
        Instant now = Instant.parse(at);
        CallView call = new CallView("", "office", "", "", "", Set.of(), "", "");
        Question question = new Question(
                new UserName("alice", ""),
                call,
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                minuteOfWeek(now, zone),
                7);
        List<JsonNode> facts = new ArrayList<>(List.of(fact("farm/office", OFFICE)));
        try (LivingEngine engine = new LivingEngine(rules, Domains.withoutAliases()::same, VerdictListener.NONE)) {
            engine.put(RandomFleet.SETTINGS);
            engine.put(OFFICE);
            for (AgentView host : hosts) {
                engine.put(host);
            }
            Decision decision = engine.decide(question);
            assertThat(decision.outcome())
                    .isInstanceOfSatisfying(
                            Decision.Placed.class,
                            placed -> assertThat(placed.agentId()).isEqualTo(expected));
            for (Verdict verdict : engine.verdicts()) {
                facts.add(fact(verdict.agent().id(), verdict));
            }
            return new Capture(source, false)
                    .of(Records.of("d-1", now, question, decision), new Recording(facts).upTo(1));
        }
    }

    private static ObjectNode fact(String id, Object fact) throws Exception {
        ObjectNode row = MAPPER.createObjectNode().put("id", id).put("version", 1);
        row.set("fact", MAPPER.readTree(JSON.write(fact, RuleNames.NONE)));
        return row;
    }

    @Test
    void theBrokersTimeOfDayIsTheClock() throws Exception {
        AgentView day = host("d1", 3, 0, false, Map.of());
        AgentView night = host("n1", 0, 0, false, Map.of("hours", "night"));

        Capture.Captured east = captured("2026-03-06T00:45:10.5Z", "Asia/Colombo", "d1", day, night);
        Capture.Captured west = captured("2026-03-09T12:00:00Z", "Pacific/Niue", "n1", day, night);
        Capture.Captured here = captured("2026-03-06T12:00:00Z", "UTC", "d1", day, night);

        assertThat(east.failures()).isEmpty();
        assertThat(east.text())
                .startsWith("# Decided at 2026-03-06T00:45:10.500Z. The clock shows the broker's own time of day")
                .contains("\nclock: 2026-03-06T06:15:10.500Z\n");
        assertThat(west.failures()).isEmpty();
        assertThat(west.text()).contains("\nclock: 2026-03-09T01:00:00Z\n");
        assertThat(here.failures()).isEmpty();
        assertThat(here.text()).startsWith("suite: ").contains("\nclock: 2026-03-06T12:00:00Z\n");
    }

    @Test
    void aHostThatHasJustBootedIsFresh() throws Exception {
        AgentView busy = host("h1", 2, 0, false, Map.of());

        Capture.Captured fresh = captured("2026-03-06T12:00:00Z", "UTC", "h1", busy, host("h2", 0, 1, true, Map.of()));
        Capture.Captured settled =
                captured("2026-03-06T12:00:00Z", "UTC", "h2", busy, host("h2", 0, 1, false, Map.of()));

        assertThat(fresh.failures()).isEmpty();
        assertThat(fresh.text()).contains("slow_start_seconds: 600").containsOnlyOnce("uptime_seconds: 0");
        assertThat(settled.failures()).isEmpty();
        assertThat(settled.text()).doesNotContain("slow_start_seconds", "uptime_seconds");
    }
}
