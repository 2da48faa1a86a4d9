package io.drover.collect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.collect.ExporterReading.Row;
import io.drover.collect.HostMemory.Known;
import io.drover.collect.HostMemory.Seen;
import io.drover.collect.exposition.ExpositionException;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatIntake;
import io.drover.fleet.HeartbeatOutcome;
import io.drover.fleet.HeartbeatParser;
import io.drover.policy.Health;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.fact.ScrapeView;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes a report of what an exporter answered, has the rules judge it, and hands it in. Safe for use by many threads.
 */
final class Scraping {

    private final HeartbeatIntake intake;
    private final Function<ScrapeView, Health> rules;
    private final Function<String, Optional<Heartbeat>> lastKnown;
    private final InstantSource clock;

    /**
     * @param rules judge the health of a host; they may fail
     * @param lastKnown the last report of an agent, through whichever instance it came
     * @param clock the database's time
     */
    Scraping(
            HeartbeatIntake intake,
            Function<ScrapeView, Health> rules,
            Function<String, Optional<Heartbeat>> lastKnown,
            InstantSource clock) {
        this.intake = intake;
        this.rules = rules;
        this.lastKnown = lastKnown;
        this.clock = clock;
    }

    /** The memory of a host that is scraped here from now on. */
    HostMemory remember(String agentId) {
        HostMemory memory = new HostMemory();
        lastKnown.apply(agentId).ifPresent(memory::begin);
        return memory;
    }

    /** Reports what an exporter answered. */
    Scraped report(String name, String agentId, HostMemory memory, Answer.Text answer) {
        Instant now = clock.instant();
        ExporterReading reading;
        try {
            reading = ExporterReader.read(answer.text(), answer.date());
        } catch (ExpositionException wrong) {
            return Scraped.none(now, ScrapeOutcome.UNREADABLE, String.valueOf(wrong.getMessage()), answer.took());
        }
        Known known = memory.after(reading, now);
        Optional<Seen<List<Row>>> sessions = known.sessions();
        if (sessions.isEmpty()) {
            String reason = "the exporter has shown no sessions yet: " + missing(reading);
            return Scraped.of(now, ScrapeOutcome.NOT_REPORTED, reason, reading, answer.took());
        }
        HostReport report = new HostReport(name, reading, known, sessions.get(), answer.took(), now);
        String refused = refusal(intake.receive(agentId, judged(agentId, report)));
        if (!refused.isEmpty()) {
            return Scraped.of(now, ScrapeOutcome.NOT_REPORTED, refused, reading, answer.took());
        }
        boolean whole = reading.failed().isEmpty();
        String reason = whole ? "" : "no " + missing(reading);
        return Scraped.of(now, whole ? ScrapeOutcome.OK : ScrapeOutcome.PARTIAL, reason, reading, answer.took());
    }

    private static String missing(ExporterReading reading) {
        return String.join(", ", reading.failed());
    }

    private ObjectNode judged(String agentId, HostReport report) {
        ObjectNode json = report.json();
        if (HeartbeatParser.parse(agentId, json, report.now()) instanceof HeartbeatParser.Read read) {
            try {
                HostReport.judged(json, rules.apply(report.scrape(read.report().heartbeat())));
            } catch (PolicyFailedException failed) {
                HostReport.notJudged(json, String.valueOf(failed.getMessage()));
            }
        }
        return json;
    }

    private static String refusal(HeartbeatOutcome outcome) {
        if (outcome instanceof HeartbeatOutcome.Accepted) {
            return "";
        }
        if (outcome instanceof HeartbeatOutcome.Invalid invalid) {
            return "the report is refused: " + invalid.violations();
        }
        return outcome instanceof HeartbeatOutcome.UnknownAgent
                ? "the agent was deleted; it comes back while the file names the host"
                : "there is a newer report";
    }
}
