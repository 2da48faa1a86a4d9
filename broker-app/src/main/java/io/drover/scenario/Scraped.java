package io.drover.scenario;

import java.util.List;

/**
 * Says that a host has no agent of Drover's: its health is what the rules make of a scrape of its exporter. Cpu, memory
 * and sessions are those that the agent of the scenario has.
 *
 * @param exporterVersion as the exporter says it, empty when it does not; 0.31.3 by default
 * @param failedCollectors collectors that failed; none by default
 * @param cpuAge seconds since a scrape showed the cpu; 0 by default
 * @param memoryAge seconds since a scrape showed the memory; 0 by default
 * @param sessionsAge seconds since a scrape showed the sessions; 0 by default
 * @param took seconds until the exporter had answered; 0 by default
 */
public record Scraped(
        String exporterVersion,
        List<String> failedCollectors,
        int cpuAge,
        int memoryAge,
        int sessionsAge,
        double took) {

    public Scraped {
        failedCollectors = List.copyOf(failedCollectors);
    }
}
